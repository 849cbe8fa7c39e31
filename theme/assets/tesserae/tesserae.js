/* What our pages do beyond showing themselves. Everything here is an addition: without scripts the
 * pages read, link and print the same.
 *
 * A classic script, since modules do not run from file://. Material's instant navigation replaces
 * the content without loading this file again, so each start looks for what is new on the page.
 */
(() => {
  "use strict";

  const each = (selector, act) => document.querySelectorAll(selector).forEach(act);

  /** Make an element: text is set as text, never as HTML. */
  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  /** Run an action once on each element that has not had it yet. */
  const once = (key, selector, act) =>
    each(selector, (element) => {
      if (element.dataset[key] !== undefined) return;
      element.dataset[key] = "";
      act(element);
    });

  /* --- Indexes: filter and sort what stands on the page --------------------------------------- */

  const ORDERS = {
    title: ["Title", (a, b) => a.number - b.number],
    count: ["Most documents", (a, b) => b.count - a.count || a.number - b.number],
    day: ["Newest", (a, b) => b.day.localeCompare(a.day) || a.number - b.number],
  };
  const ENOUGH_ROWS = 8;

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  const toolIndex = (index) => {
    const rows = Array.from(index.querySelectorAll(".tess-rows > li"), (element, number) => ({
      element,
      number,
      list: element.parentElement,
      text: fold(element.textContent),
      count: Number(element.dataset.count) || 0,
      day: element.dataset.day || "",
    }));
    if (rows.length < ENOUGH_ROWS) return;
    const orders = Object.keys(ORDERS).filter(
      (key) => key === "title" || new Set(rows.map((row) => row[key])).size > 1,
    );

    const field = make("input", { class: "tess-field", type: "search", autocomplete: "off" });
    const order = make("select", { class: "tess-field" });
    for (const key of orders) order.append(make("option", { value: key }, ORDERS[key][0]));
    const status = make("span", { role: "status" });
    const tools = make("div", { class: "tess-tools" }, make("label", {}, "Filter", field));
    if (orders.length > 1) tools.append(make("label", {}, "Sort by", order));
    tools.append(status);
    index.querySelector(".tess-rows").before(tools);
    // Above the first heading of a group, so that it plainly serves all groups.
    const heading = tools.previousElementSibling;
    if (heading && heading.tagName === "H2") heading.before(tools);

    field.addEventListener("input", () => {
      const words = fold(field.value).split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        row.element.hidden = !words.every((word) => row.text.includes(word));
        if (!row.element.hidden) shown += 1;
      }
      each("[data-tess-index] .tess-rows", (list) => {
        const empty = !list.querySelector("li:not([hidden])");
        list.hidden = empty;
        const title = list.previousElementSibling;
        if (title && title.tagName === "H2") title.hidden = empty;
      });
      status.textContent = words.length ? `${shown} of ${rows.length} on this page` : "";
    });
    order.addEventListener("change", () => {
      for (const row of [...rows].sort(ORDERS[order.value][1])) row.list.append(row.element);
    });
  };

  /* --- What Material leaves unsaid to screen readers and out of reach of the keyboard --------- */

  const nameDialog = (dialog) => {
    const field = dialog.querySelector("input");
    dialog.setAttribute("aria-label", (field && field.placeholder) || "Search");
  };

  const nameCheckbox = (box) => {
    const text = (box.closest("li")?.textContent || "").trim();
    box.setAttribute("aria-label", text.slice(0, 100) || "Task");
  };

  const reachTable = (wrapper) => {
    if (wrapper.scrollWidth <= wrapper.clientWidth) return;
    const caption = wrapper.querySelector("caption");
    wrapper.tabIndex = 0;
    wrapper.setAttribute("role", "region");
    wrapper.setAttribute("aria-label", (caption && caption.textContent.trim()) || "Table");
  };

  /* --- The map: its code and its data are loaded only where it stands ------------------------- */

  const scripts = new Map();
  const maps = [];

  const load = (url) => {
    const address = new URL(url, document.baseURI).href;
    if (!scripts.has(address)) {
      const loading = new Promise((done, fail) => {
        const script = make("script", { src: address });
        script.onload = done;
        script.onerror = fail;
        document.head.append(script);
      });
      scripts.set(address, loading);
    }
    return scripts.get(address);
  };

  const openMap = (element) => {
    const { script, picture } = element.dataset;
    Promise.all([load(script), load(picture)]).then(
      () => {
        if (element.isConnected) maps.push(window.tesseraeMap.mount(element, window.tesseraeGraph));
      },
      // The static picture and the list stay: they are the page without scripts.
      () => {},
    );
  };

  /** Let go of maps whose page was replaced; otherwise their listeners would pile up. */
  const closeMaps = () => {
    for (let index = maps.length - 1; index >= 0; index -= 1) {
      if (!maps[index].element.isConnected) maps.splice(index, 1)[0].destroy();
    }
  };

  const start = () => {
    closeMaps();
    each(".md-search[role='dialog']:not([aria-label])", nameDialog);
    each(".task-list-item input[type='checkbox']:not([aria-label])", nameCheckbox);
    each(".md-typeset__scrollwrap:not([tabindex])", reachTable);
    once("tessReady", "[data-tess-index]", toolIndex);
    once("tessReady", "[data-tess-map]", openMap);
  };

  // Both: from file://, Material's stream of documents ends before it has told of the first one.
  if (window.document$ && window.document$.subscribe) window.document$.subscribe(start);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
