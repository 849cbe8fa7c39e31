"""Chinese and Japanese text: terms without spaces between them.

A run of ideographs is cut at the characters and words that carry grammar; what recurs inside with
varied neighbours on both sides is a candidate. Marked phrases are taken whole by their markers.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tesserae.extract.english import word_set
from tesserae.extract.words import CJK, HAN

MAX_CHARS = 60_000
"""Characters of one source whose recurring phrases are counted."""
MAX_TERM = 8
CJK_MARK = "\ue002"
"""Stands in a text for a run of ideographs."""
MAX_LABEL = 16
MAX_MIXED = 4
"""Ideographs that may follow a Latin word in one term: "B+树", "CAP定理"."""

RUN = re.compile(f"[{CJK}][{CJK}0-9]*")
HAS_CJK = re.compile(f"[{CJK}]")
_HIRAGANA = "\u3041-\u309f"
_GRAMMAR_WORDS = (
    "使用|进行|通过|可以|能够|需要|由于|因此|所以|但是|然而|如果|例如|比如|以及|或者|没有|已经|其中|"
    "我们|他们|它们|你们|具有|包括|包含|提供|采用|提出|表示|根据|基于|用于|对于|关于|之间|之后|之前|"
    "同时|此外|另外|目前|主要|一个|一种|一些|一次|一样|一般|这个|这种|每个|每次|不同|相同|所有|任何|"
    "非常|比较|更加|只有|只要|只能|还是|就是|为了|成为|作为|称为|叫做|属于|位于|来自|得到|产生|导致|"
    "发现|认为|指出|时候|首先|其次|最后|然后|接着|并且|而且|不仅|甚至|仍然|往往|通常|常常|经常|总是|"
    "可能|应该|必须|无法|不能|不会|不再|难以|容易|直接|分别|各自|自己|本文|本节|本章|上述|下面|以下|"
    "以上|以便|从而|进而|于是|那么|这样|那样|怎样|如何|什么|为什么|是否|当时|当前|现在|后来|以后|"
    "以前|今天|之一|变成|看到|看作|称作|记作|有些|有时|有关|相关|其他|其它|另一|许多|大量|多种|各种|"
    "需求|保持|避免|减少|增加|提高|降低|改变|决定|选择|利用|引入|给出|得出|形成|存在|出现|发生|开始"
)
_GRAMMAR_CHARS = (
    "的了是在和与及或等把被将这那其而且则也都就不没很更最我你他她它们些所并但若因着给让"
    "吗呢吧啊几每各该此从却又才只还已曾仅均皆谁哪么您咱"
)
_CUT = re.compile(f"(?:{_GRAMMAR_WORDS}|[{_GRAMMAR_CHARS}{_HIRAGANA}]|[0-9]+)+")
_BAD_START = frozenset(
    "对为以用使由向到会能可要有中上下来去地得过一二两个种类如即时后前间里者性化度"
)
_BAD_END = frozenset("对为以用使由向到会能可要有中上下来去地得过一二两个种如即时后前间里做作成说请")
_DEFINING = re.compile(r"(?:是一[种个类套项门]|是指|指的是|即为|是用来|是)")
_IN_BRACKETS = re.compile(
    r"[（(]\s*(?:英文|英语|英文名|即|又称|也叫)?\s*[:：]?\s*"
    r"([A-Za-z0-9][A-Za-z0-9 .'’+/!-]{1,60}?)\s*"
    r"(?:[,，;；、]\s*(?:简称|缩写为?)?\s*([A-Za-z0-9][A-Za-z0-9+-]{0,11}))?\s*[）)]"
)
_NATIVE = re.compile(
    f"[「《“『]([^「」《》“”『』]{{2,24}})[」》”』]$|([{CJK}A-Za-z0-9·+#-]{{2,24}})$"
)
# Where a name before a bracket may begin: not at every character of grammar, which names hold too.
_NAME_CUT = re.compile(
    f"(?:{_GRAMMAR_WORDS})|[的了是在和与及或把被将叫称用为即让使从对向]|[一两几每这那][条个种类项次台层]"
)
_SECTIONS = word_set(
    """
    背景 概述 简介 引言 介绍 目标 目的 动机 方法 实现 结果 结论 讨论 参考
    参考文献 附录 总结 小结 问题 待办 待补 说明 备注 相关 用法 安装 配置
    示例 例子 测试 性能 局限 限制 未来 计划 决定 决策 选项 状态 历史 变更
    注意 执行 编译 构建 运行 分析 术语 术语表 词汇表 设计 架构 接口 部署
    教训 约定 补充 经验 评价 影响 理由 原因 建议 更新 日志 记录 目录 前言
    摘要 致谢 作者 许可 许可证 贡献 联系 常见问题 使用方法 快速开始 入门 指南
    教程 手册 文档 资料 链接 阅读 扩展阅读 延伸阅读 相关工作 未来工作 实验
    评估 数据 环境 依赖 版本 功能 特性 优点 缺点 优缺点 对比 比较 步骤 流程
    过程 要点 其他 其它 今天 昨天 明天 本周 下周 进展 后续 怎么读 开放问题
    未解决的问题 待解决
    """
)
_QUOTED = re.compile(f"[「『]([{CJK}A-Za-z0-9][{CJK}A-Za-z0-9 ·-]{{1,20}})[」』]")


class Found(NamedTuple):
    """A recurring phrase of one source."""

    text: str
    sentence: int
    times: int


class Pair(NamedTuple):
    """Two names of one thing: "多分辨率哈希编码（Multiresolution Hash Encoding）"."""

    native: str
    other: str


_MIXED = re.compile(f"([A-Za-z][A-Za-z0-9+#.-]{{0,15}}) ?([{HAN}]{{1,6}})")
_CLAUSE = re.compile(
    "[我你他她它您吗呢吧]|什么|怎么|怎样|如何|没有|不是|为何|是否|到底|哪[个些里种]|不许|不能|可以|应该|需要|的时候|[0-9]$"
)
_ENDS = re.compile(r"[，。？！；：、,;!?]")


def has_cjk(text: str) -> bool:
    """Tell whether a text holds an ideograph or a kana."""
    return not text.isascii() and HAS_CJK.search(text) is not None


def cjk_key(text: str) -> str:
    """Return the key of a phrase with ideographs in it, or "" where it has none."""
    if not has_cjk(text):
        return ""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_cjk_label(text: str) -> bool:
    """Tell whether a marked stretch could be the name of a thing."""
    return (
        len(text) <= MAX_LABEL
        and has_cjk(text)
        and not _ENDS.search(text)
        and not _CLAUSE.search(text)
        and text not in _SECTIONS
    )


class CjkText:
    """The runs of ideographs of one source, in order."""

    def __init__(self) -> None:
        self._segments: list[tuple[str, int]] = []
        self._mixed: list[tuple[str, str, int]] = []
        self._size = 0

    def take(self, text: str, sentence: int) -> str:
        """Keep the runs of a sentence and return it with a mark in the place of each."""
        for match in _MIXED.finditer(text):
            segment = _CUT.split(match.group(2))[0]
            if segment and self._size < MAX_CHARS:
                self._mixed.append((match.group(1), segment, sentence))
        for match in RUN.finditer(text):
            for segment in _CUT.split(match.group()):
                if len(segment) > 1 and self._size < MAX_CHARS:
                    self._segments.append((unicodedata.normalize("NFKC", segment), sentence))
                    self._size += len(segment)
        return RUN.sub(f" {CJK_MARK} ", text)

    def text(self) -> str:
        """Return what lies between grammar, one stretch a line."""
        return "\n".join(segment for segment, _ in self._segments)

    def _mixed_phrases(self) -> Iterator[Found]:
        """Yield the Latin words that recur with the same ideographs behind them."""
        seen: dict[str, list[int]] = {}
        after: dict[str, set[str]] = {}
        for number, (latin, segment, sentence) in enumerate(self._mixed):
            for end in range(1, min(MAX_MIXED, len(segment)) + 1):
                text = latin + segment[:end]
                seen.setdefault(text, []).append(sentence)
                after.setdefault(text, set()).add(
                    segment[end] if end < len(segment) else f"{number}"
                )
        for text, sentences in seen.items():
            if len(sentences) > 1 and len(after[text]) > 1 and text[-1] not in _BAD_END:
                yield Found(text, sentences[0], len(sentences))

    def phrases(self) -> Iterator[Found]:
        """Yield the stretches that stand alone and the parts that recur, in text order."""
        yield from self._mixed_phrases()
        counts: Counter[str] = Counter()
        firsts: dict[str, int] = {}
        left: dict[str, set[str]] = {}
        right: dict[str, set[str]] = {}
        whole: set[str] = set()
        for number, (segment, sentence) in enumerate(self._segments):
            size = len(segment)
            if size <= MAX_TERM:
                whole.add(segment)
            for begin in range(size - 1):
                for end in range(begin + 2, min(begin + MAX_TERM, size) + 1):
                    part = segment[begin:end]
                    counts[part] += 1
                    firsts.setdefault(part, sentence)
                    # The edge of a stretch is a new neighbour each time.
                    before = segment[begin - 1] if begin else f"{number}"
                    after = segment[end] if end < size else f"{number}"
                    left.setdefault(part, set()).add(before)
                    right.setdefault(part, set()).add(after)
        for part, count in counts.items():
            varied = count > 1 and len(left[part]) > 1 and len(right[part]) > 1
            if (varied or part in whole) and is_cjk_phrase(part):
                yield Found(part, firsts[part], count)


def is_cjk_phrase(text: str) -> bool:
    """Tell whether a phrase may begin and end where it does."""
    return text[0] not in _BAD_START and text[-1] not in _BAD_END


def split_definition(sentence: str) -> tuple[str, int] | None:
    """Return the subject of "X是一种…" and how surely it defines, or None."""
    match = _DEFINING.search(sentence[:40])
    if match is None or match.start() < 2:
        return None
    subject = re.sub(r"[（(][^（()）]*[)）]?", "", sentence[: match.start()]).strip(
        " ，,「」“”《》"
    )
    subject = subject.removeprefix("所谓")
    if not has_cjk(subject) or len(subject) > 16 or _CUT.search(subject) or "，" in subject:
        return None
    return subject, 3 if match.group() != "是" else 1


def name_pairs(sentence: str) -> Iterator[Pair]:
    """Yield the pairs "中文（English）" and "中文（English，ABBR）" of a sentence."""
    for match in _IN_BRACKETS.finditer(sentence):
        native = _native_name(sentence[max(0, match.start() - 30) : match.start()].rstrip())
        if has_cjk(native) and len(native) > 1:
            for other in filter(None, match.groups()):
                if any(char.isalpha() for char in other):
                    yield Pair(native, other)


def _native_name(before: str) -> str:
    """Return the name that ends a text: in quotes, else behind the last word of grammar."""
    match = _NATIVE.search(before)
    if match is None:
        return ""
    if match.group(1):
        return match.group(1)
    run = match.group(2)
    start = 0
    for cut in _NAME_CUT.finditer(run):
        # One character before it: the grammar is part of a word, as in 调和.
        if cut.start() - start != 1 and len(run) - cut.end() > 1:
            start = cut.end()
    return run[start:]


def quoted(sentence: str) -> list[str]:
    """Return the phrases that stand in Chinese or Japanese quotation marks."""
    return [text for text in _QUOTED.findall(sentence) if is_cjk_label(text)]
