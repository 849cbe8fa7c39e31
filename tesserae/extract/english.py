"""Generic English: the words that hold sentences together, in any text on any subject.

Nothing here names a thing of some field. A function word ends a phrase, a plain word may stand
inside one but cannot be one, a section name is a heading that every second document has.
"""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, for lists that read best as prose."""
    return frozenset(text.split())


FUNCTION_WORDS = word_set(
    """
    a an the this that these those such same other another each every either neither both all any
    some no none not nor and or but if then else than as so because since while whereas although
    though unless until when whenever where wherever whether which who whom whose what how why
    i me my mine we us our ours you your yours he him his she her hers it its they them their
    theirs one ones someone something anyone anything everyone everything nobody nothing oneself
    itself themselves himself herself myself ourselves yourself yourselves
    of in on at by for with without within into onto from to toward towards upon about above below
    over under between among amongst across through throughout during before after against along
    around behind beside besides beyond despite down except inside outside near off out past per
    up via versus vs amid like unlike
    be is am are was were been being do does did done doing have has had having can could may
    might must shall should will would ought need needs needed cannot can't don't doesn't didn't
    isn't aren't wasn't weren't won't wouldn't shouldn't couldn't haven't hasn't hadn't it's that's
    there's we've you're they're i'm we're let's let
    also already always almost again ago alike alone apart away back even ever far here hence
    however instead just later least less little lot many maybe meanwhile more moreover most much
    never nevertheless nonetheless now often once only otherwise perhaps please quite rather really
    scarcely seldom somehow sometimes somewhat soon still therefore there thereby thus together too
    twice very well yes yet furthermore hereby herein thereof therein
    e.g i.e eg ie etc et al cf viz
    """
)
"""End a phrase wherever they stand."""

_VERBS = """
    accept achieve adapt add adopt agree aim allow appear apply argue arise arrive ask assert assign
    assume attempt avoid become begin believe belong bring carry cause choose cite combine come
    compare complement comprise compute conclude concern confirm consider consist constitute
    contain continue contribute convert correspond cover create decide define deliver demonstrate
    denote depend derive describe determine develop differ discuss eliminate emphasize enable
    encounter encourage ensure establish evaluate evolve examine exceed exhibit exist expect explain
    explore expose express extend facilitate fail find focus follow force gain generalize generate
    get give go grow guarantee handle happen help hold identify illustrate imply improve include
    incorporate increase indicate infer inherit insert intend introduce investigate invoke involve
    justify keep know lack lead learn leave leverage lie make maintain manage mean measure mention
    modify motivate move must obtain occur offer omit operate outperform outline overcome perform
    permit persist place play possess precede predict prefer present preserve prevent proceed
    produce prohibit propose prove provide push put raise reach receive recommend reduce refer
    reflect regard reject relate remain remove replace report represent require resemble resolve
    restrict result reveal say satisfy see seek seem select serve show simplify solve specify
    spend stand start stay stop strive suffer suggest summarize support suppose take tell tend
    think treat try turn understand undergo use utilize validate vary verify want write yield
    read run call set send return check test change build work create bundle see note
"""
# Nouns as often as verbs: they may stand inside a phrase, only their inflected verb forms end one.
_ALSO_NOUNS = word_set(
    """
    aim attempt cause change check call concern cover focus force gain guarantee increase lack lead
    measure move place play report result return run set stand start stop support test turn use
    work yield build bundle note help hold present read write treat offer place report select
    permit express present contract find
    """
)


def _forms(verb: str) -> set[str]:
    if verb.endswith("e"):
        return {verb, verb + "s", verb + "d", verb[:-1] + "ing"}
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return {verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return {verb, verb + "es", verb + "ed", verb + "ing"}
    forms = {verb, verb + "s", verb + "ed", verb + "ing"}
    if len(verb) > 2 and verb[-1] not in "wxyaeiou" and verb[-2] in "aeiou":
        forms |= {verb + verb[-1] + "ed", verb + verb[-1] + "ing"}
    return forms


_IRREGULAR = word_set(
    """
    became began begun brought chose chosen came dealt drawn drew driven fell felt found gave given
    gone got gotten grew grown held kept knew known laid led left lost made meant met overcame paid
    proven put ran said sat saw seen sent shown spent spoke stood stuck taken taught thought told
    took understood undergone went won wrote written done built read
    """
)


def _verb_forms() -> frozenset[str]:
    forms: set[str] = set(_IRREGULAR)
    for verb in sorted(word_set(_VERBS)):
        inflected = _forms(verb)
        forms |= inflected - {verb, verb + "s"} if verb in _ALSO_NOUNS else inflected
    # "learning", "building", "testing" name things as readily as they describe an action.
    return frozenset(
        form for form in forms if not (form.endswith("ing") and form[:-3] in _GERUND_NOUNS)
    )


_GERUND_NOUNS = word_set("learn build test understand read writ report cach")
VERBS = _verb_forms()
"""Inflected verbs of reporting and doing; they end a phrase."""

PLAIN_ADJECTIVES = word_set(
    """
    able actual additional adequate advanced alternative annual apparent appropriate available bad
    basic best better big brief broad careful central certain clean clear clearer closer close
    common commonly comparable compatible complete complex complicated considerable consistent
    convenient correct corresponding costly critical crucial current customary deep default
    desirable detailed different difficult direct distinct due early easier easiest easy effective
    efficient entire equal equivalent essential exact excellent exciting existing expected
    expensive explicit extensive extra extreme fair familiar fast faster few fewer final fine first
    following former free frequent fresh full fully fundamental further future general generic given
    good great greater happy hard harder headline heavy helpful high higher highest historical huge
    identical immediate important impossible impressive inadequate independent individual initial
    interesting intermediate internal irrelevant key large larger largest last latest latter least
    less light likely limited long longer low lower lowest main major mandatory massive maximum
    meaningful mere middle minimal minimum minor missing modern modest multiple narrow natural
    necessary new newer next nice nontrivial normal notable novel numerous obvious official old
    older only open optional ordinary original overall own particular partial perfect perhaps
    plain plausible poor popular possible potential practical precise preliminary previous primary
    principal prior proper public pure quick radical rare ready real realistic reasonable recent
    redundant regular related relevant reliable remarkable respective rest right robust rough same
    second separate serious several severe sharp sharper short significant similar simple simpler
    simplest single slight slow slower small smaller smallest smooth so-called sole sound special
    specific standard state-of-the-art straightforward strict strong stronger subsequent substantial
    subtle successful such sufficient suitable superior sure surprising tail technical third
    thorough tight tiny top total traditional true typical ultimate unable unchanged underlying
    unexpected unique unknown unlikely unnecessary unrelated unusual upper useful usual valid
    valuable various vast wide wider widespread whole worse worst worth wrong young zero half double
    """
)
TERM_ADJECTIVES = word_set(
    """
    hard light deep open public natural free standard internal regular complex partial common
    critical general special direct primary central tail original strong weak double key same-origin
    """
)
"""Plain adjectives that begin terms too: "hard fork", "deep learning", "public key"."""
ORDER_WORDS = word_set(
    """
    new newer next previous recent latest other same own given existing following additional
    arbitrary optional required mandatory multiple several various different certain particular
    specific accurate actual entire whole respective subsequent corresponding aforementioned
    """
)
"""Say which one of several or how good, never what kind: no name of a thing begins so."""

PLAIN_NOUNS = word_set(
    """
    ability acceptance algorithm technique training acronym account act action addition advantage
    agreement aim alternative amount analysis answer appendix application approach area argument
    arrangement article aspect assumption attempt attention author authors average background base
    baseline basis beginning behavior behaviour benefit body bottom box bunch capability care case
    cases category cause center centre challenge chance change chapter character choice
    circumstance claim class code collection column combination comment community comparison
    complexity component computation concept concern conclusion condition confusion consequence
    consideration constraint content context contrast contribution control copy core corner cost
    count couple course creation criterion data date datum day deal decision default definition
    degree demand description design detail development difference difficulty direction discussion
    document documentation draft drawback edge edition effect effort element end entity entry
    environment error evaluation evidence example exception existence expectation experience
    experiment explanation expression extent fact factor failure family feature field figure file
    finding flexibility flow folder following force form format formula formulation framework
    function functionality future gain gap general goal group growth guarantee guide half hand
    handful head help hour idea identity impact implementation importance improvement impression
    inclusion increase index information initiative input insight instance instead instruction
    intent intention interest interface introduction issue item job journal key kind knowledge
    label lack language layer lead length level library limit limitation line link list literature
    location look lot machine manner mapping material matter meaning means measure measurement
    mechanism member mention message method metric middle minute mistake mode model module moment
    month motivation name nature need network news note notion number object objective observation
    offer operation opinion opportunity option order organization origin output overhead overview
    owner page pair paper paragraph parameter part participant party path pattern people
    performance period person perspective phase phenomenon piece place plan platform point
    position possibility practice preference presence present principle priority problem procedure
    process product program progress project promise proof property proposal proposition purpose
    quality quantity question range rate ratio rationale reader reading reality reason
    recommendation record reduction reference region relation relationship release remainder
    report representation request requirement research researcher resource respect response
    responsibility rest restriction result return review revision right risk role room row rule
    sake sample scale scenario scene scheme scope score section selection semantics sense sentence
    sequence series service set setting setup shape share side sign similarity simplicity
    situation size software solution sort source space specification speed spirit stage standard
    start state statement status step story strategy strength string structure study style subject
    subset success suggestion summary support surface survey system table tag target task team
    technique technology tendency term test text theory thing thought thousand time title today
    token tool top topic total trade-off tradeoff track transition treatment trick trouble truth
    try type understanding unit update usage use user value variable variant variation variety
    version view visit volume way week weight while whole word work worker workflow world year
    yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday january february
    march april may june july august september october november december hundred million billion
    dozen two three four five six seven eight nine ten eleven generic server client request
    response header address database port prefix benchmark message file folder directory browser
    email website username password admin button click screen window menu tab image video audio
    photo picture word sentence letter character digit money price sale twelve twenty thirty forty
    fifty first second third fourth fifth byte bit line number figure section equation chapter
    part step todo fixme tbd wip ok okay true false null yes no
    """
)
EVERYDAY_WORDS = _ALSO_NOUNS | word_set(
    """
    custom global local developer millisecond milliseconds microsecond second upstream downstream
    static dynamic visual coarse implicit hybrid
    ability absence abstraction abuse academic accident accuracy achievement activity actor
    addition adjustment adult advance adventure affair afternoon age agency agenda air album
    alert alignment allocation allowance ambiguity analogy anchor angle animal annotation
    announcement anxiety appearance apple appointment approval argument arm army arrival arrow
    art artist aside asset association atmosphere attack attempt attitude attribute auction
    audience authority automation award awareness baby balance ball band bank bar barrier base
    basket battery battle beach bean beat beauty bed being belief bell bias bid bill bird birth
    block blog blood board boat body bonus book boost border boss bottle bound boundary bowl
    brace bracket brain branch bread break breakage breath bridge brother brush bucket budget
    buffer bug builder bulk burden burn bus business button buyer cabinet cache cake calculation
    calendar callee caller camera camp campaign candidate cap capacity capital car card career
    cargo carrier cat ceiling cell certainty chain chair channel character charge chart chat
    cheap checker chemical chief child choice chunk church circle citizen city clarity class
    classic cleaning cleanup clever client climate clip clock cloud club clue coach coast coat
    coffee cold colleague collection color colour column combination comfort command commit
    commitment committee companion company competition complaint complexity compliance
    composition compromise computer confidence conflict confusion congress connection consensus
    consent consequence constant consumer consumption contact container contest contract
    contrast contributor control convenience convention conversation conversion cook cookie
    coordination copy correction correctness correlation counter country couple courage course
    court coverage craft crash creator credit crew crime crisis critic crop cross crowd culture
    cup currency curve customer cut cycle damage dance danger dark deal death debate debt decade
    decimal deck declaration decline default defect defense delay delete delivery delta demo
    deployment depth description desire desk destination detection detector deviation device
    dialog dictionary diet dimension dinner directive disaster discount discovery disease dish
    disk display distance distinction distribution district diversity division doctor dog dollar
    domain door doubt download drawing dream dress drink drive driver drop drug duration dust
    duty ear earth ease east economy edge editor education efficiency egg election emergency
    emotion emphasis employee employer enemy energy engine engineer engineering enhancement
    enterprise enthusiasm entrance equality equipment era escape essay essence estate estimate
    estimation evening event exam examination exception exchange exclusion excuse executable
    execution executive exercise exit expansion expense expert exploration export exposure
    expression extension extent eye fabric face facility faith fall false fame fan farm farmer
    fashion fat fate father fault favor fear fee feedback feel female field fight film filter
    finance finger finish fire fish fit fix flag flat flavor flight float floor flower fly food
    foot forest format fortune forum foundation founder framework fraud freedom friend front
    fruit fuel fun fund funding furniture game garden gather gender gentleman geometry gift girl
    glass glory goods government grade grain grant grass gravity ground growth guarantee guard
    guess guest guideline guy habit hair handle handler happiness harm hat hate hazard heart
    heat height hell help hero hint historian hit hobby hold holder hole holiday home homework
    honor hope horse hospital host hotel house household housing human humor husband ice icon
    ideal illness illustration image imagination implementer implementor impulse incentive inch
    incident income indentation indication individual industry infrastructure ingredient
    inheritance initialization injury innovation input inquiry inside inspection inspiration
    installation instinct institution insurance integration integrity intelligence interaction
    intermediate interpretation interval intervention interview invention inventory
    investigation investment invitation iron island isolation joint joke joy judge judgment jump
    junior jury justice key keyword kick kid kill king kiss kitchen knee knife lab labor lady
    lake land landscape lane language laptop launch law lawyer leader leadership leaf league
    leak leather lecture left leg legacy legal leisure lesson letter liability library license
    lie life lift light line link lip liquid literal live load loan local location lock log
    logic loop loss love luck lunch machinery magazine magic mail mailing maintainer maintenance
    majority maker male man management manager manual manufacturer map margin mark marker market
    marketing marriage mass master match math mathematics max maximum mayor meal measure meat
    mechanic media medicine medium meeting memory mention merge merit mess metal meter method
    migration mind mine minimum minority mirror misuse mix mixture mobile moment monitor
    monitoring mood moon morning mother motion motor mountain mouse mouth movement movie mud
    muscle museum music nail nation native neck negotiation neighbor neighborhood nerve net
    nobody node noise north nose notation nothing notice notification null nurse nut object
    obligation observer occasion ocean offer office officer offset oil omission opening operand
    operator opponent opposite optimization orange ordering organizer orientation outcome
    outline output outside overlap overlay override owner ownership pace pack package packaging
    padding page pain paint pair pan panel panic param parent park partner passage passenger
    passion past patch patience patient payment peace peak pen penalty pension percentage
    perception permission permit persistence personality pet phone photo phrase piano pick pile
    pilot pin pipe pitch pizza placeholder placement planet planning plant plastic plate player
    plenty plot pocket poem poet poetry police policy politics poll pool pop population portion
    portrait pose post pot potato power praise precision predictability prefix presentation
    preservation president press pressure prevention print printer prior privacy prize pro
    processor producer profession professor profile profit program programmer programming prompt
    pronunciation propagation property proportion prospect protection provider provision
    psychology publication publisher pull punctuation punishment pupil purchase push quarter
    queen query quotation quote race rail rain raise range ranking ray react reaction
    readability reality receipt receiver reception recipe recipient recognition record recovery
    red refactoring reference refinement reflection reform refuse regard register registration
    regression regret rejection relative relief religion remark remedy removal rename rent
    repair repeat repetition replacement reply report reporter repository reputation rescue
    reserve residence resistance resolution respect response rest restaurant retirement retry
    return reuse revenue reverse revolution reward rice ride ring rise river road rock roll roof
    root rope round route routine row rush sad safe safety sail salad salary salt sample sand
    satisfaction save saving schedule scheduling school science scientist scope scratch screen
    script sea search season seat second secret secretary sector security seed seek seller
    senate send sender sensitivity sentiment separation separator server session settlement sex
    shadow shadows shame sheet shelter shift ship shirt shock shoe shop shopping shortcut shot
    shoulder show shower sibling sick sight signature silence silver sin singer sir sister site
    skill skin sky sleep slice slide slip slot slow smell smile smoke snow society sock soft
    soil soldier solid somewhere son song soul sound soup south spare speaker specialist species
    speech spelling spend sport spot spread spring square stability staff stair stake
    stakeholder stall stamp star statement station statistics stay steak steal steel stick stock
    stomach stone store storm stranger street strength stress stretch strike string stroke
    student stuff stupid substance substitute suffix sugar suit summer sun supply supporter
    surgery surprise surround suspect sweet swim swing switch sympathy table tail tale talent
    talk tank tap tax taxi tea teacher teaching tear telephone television temperature template
    temporary tendency tension tent terminology territory thanks theater theme thesis thickness
    threat ticket tie tip tone tongue tooth touch tour tourist towel tower town toy trace track
    trade tradition traffic train trainer transfer transformation translation transport
    transportation trap travel tree trend trial trigger trip truck trust tune turn twist type
    uncertainty uncle uniform union universe university upgrade upload url usability usage
    usefulness user utility vacation validation validator validity value variable variety
    vegetable vehicle verdict verification version vessel victim victory video viewer village
    violence virtue visibility vision visitor voice volunteer vote wage wait wall war warning
    wash waste watch water wave weakness wealth weapon wear weather web website wedding weekend
    weight weird west wheel whitespace wife wild will win wind window wine wing winner winter
    wish woman wonder wood wording worker world worry writer writing yard yesterday youth
    """
)
"""Everyday words; in a phrase they are as good as any, alone they are no term by recurring."""

VAGUE_HEADS = word_set(
    """
    approach method paper work result system quality example case way thing issue problem question
    section chapter document author user people time part kind sort lot number amount group need
    use value level performance improvement change difference information data detail effect
    representation setting variant version line methods results values name names word words
    note notes page pages study experiment experiments team project year day reader writer
    """
)
"""A phrase that ends in one of these has to recur more than others."""

PLAIN_WORDS = PLAIN_ADJECTIVES | PLAIN_NOUNS
"""May stand inside a phrase; a phrase of nothing else is not a term."""

SECTION_NAMES = word_set(
    """
    abstract acknowledgements acknowledgments acknowledgement addendum addenda alternatives annex
    appendix appendices applicability apis api approach architecture arguments assumptions authors
    background benefits bibliography caveats challenges changelog changes checklist citation
    citations comparison compatibility components concerns conclusion conclusions configuration
    considerations constraints contents contributing contribution contributions contributors
    conventions copyright credits criticism data dataset datasets debugging decision decisions
    definitions dependencies deployment deprecated deprecation description design details
    development discussion discussions documentation drawbacks errata errors evaluation events
    example examples exceptions exercises experiments extensions faq faqs features feedback files
    findings fixed followups follow-ups footnotes format foreword future getting-started glossary
    goals guide guides highlights history home how-to howto ideas impact implementation
    implementations implications import improvements index info information install installation
    instructions interface interfaces interoperability introduction issues justification key
    known-issues lessons license licence licensing limitation limitations links maintenance
    materials meetings method methodology methods metadata metrics migration milestones mission
    misc miscellaneous motivation next next-steps news nomenclature non-goals notation notes note
    objectives observations open-issues open-questions operations options output outputs outline
    overview parameters participants patches performance plan plans plugins preamble preface
    preliminaries prerequisites principles prior-art privacy problem problems procedure process
    proposal proposals props properties pros-and-cons publications purpose questions quickstart
    quick-start quotes rationale readme recap recommendations reference references related
    related-work release-notes releases removed requirement requirements research resources
    responsibilities resolution results retrospective returns review reviews revision risks roadmap
    roles scope script scripts security see-also setup settings solution solutions source sources
    specification specifications standards status steps structure style suggestions summary support
    syntax synopsis table tables tasks takeaways team template terminology terms test tests testing
    thanks theory things timeline tips todo todos tools topics trade-offs tradeoffs transition
    troubleshooting tutorial tutorials types unresolved-questions updates upgrade upgrading usage
    use-cases utilities values variables version versions versioning warnings workflow added
    about advanced advantages arguments basic basics browser build building cli command commands
    community contact core credits customization demo disadvantages disclaimer environment
    existing explanation frequently-asked-questions general guidelines help hints internals
    introduction legal main method miscellany motivations more name other overview platforms
    policy previous project questions quick rationale read-me security-considerations sponsors
    start starting summary system-requirements tldr tl;dr what why how when where who
    decision-outcome context consequences deciders pros cons positive negative outcome
    """
)
"""Single words (hyphens join the words of a longer name) that head a section of any document."""

SECTION_WORDS = SECTION_NAMES | word_set(
    """
    backward backwards detailed deferred rejected possible potential alternative alternate
    additional current prior proposed open unresolved resolved further future considered concerns
    cases case directions direction level levels use using used work works working reading plan
    path paths ideas idea related existing teach teaching users user guide-level reference-level
    mechanics mechanism informative normative iana security privacy abi source effect document key
    points point final technical general specific high low main basic more other our the a of to
    and on for with in this your what why how adoption implications issue getting started
    installing running setting up tips tricks best practices lead maintainers question answer
    answers quick full complete short long brief simple minimal sample
    """
)
"""A heading of nothing but these is a section name: "Backwards compatibility", "Future work"."""

UNITS = word_set(
    """
    kpa mpa hpa ml dl kj kw kwh mw mv ma ah db dbm kbit mbit gbit kbps mbps gbps ppm ppb rpm
    kb mb gb tb kib mib gib tib ms ns fps hz khz mhz ghz px km cm mm kg pm am utc gmt usd eur faq
    readme changelog license copying contributing todo fixme tbd eof ok id ids pr prs ascii
    """
)
"""Written in capitals or with digits, but no names of things."""

STATUS_WORDS = word_set(
    """
    accepted active approved archived closed complete completed current deferred deprecated done
    draft experimental final implemented in-progress informational last-call living moved new none
    obsolete obsoleted open pending planned process proposed provisional published ready rejected
    replaced resolved returned review reviewed revision scheduled stagnant standard standards-track
    superseded unstable stable withdrawn wip unknown tbd todo abandoned retired implementable
    internet-standard historic best-current-practice proposed-standard core interface meta
    """
)
"""What a `status` says of a document; never a thing of its own."""

MODIFIER_TAILS = word_set(
    """
    based style like aware free guided driven level dependent independent wise specific only
    friendly quality oriented related centric agnostic conditioned conditional led ready
    side bound heavy light rich facing sized shaped scale grade capable sensitive invariant
    compliant compatible aligned esque wide long old efficient intensive preserving enabled
    focused first second third end off up down in out
    """
)
"""A compound that ends in one of these describes something: "event-driven", "browser-based"."""

DEFINING_VERBS = word_set("is are means refers denotes describes")
ARTICLES = word_set("a an the")
CONNECTORS = word_set("of for from and to in on the with by as at via per a de la van von der")
"""May join the capitalised words of one name: "Structure from Motion", "Bank of England"."""

COMMON_STARTS = PLAIN_WORDS | _ALSO_NOUNS
"""A sentence that begins with one of these before a name does not begin with the name."""
