/* Asks the project through the development server, and shows what it answers as plain text. */
(function () {
  "use strict";

  var root = document.currentScript.src.replace(/_tesserae\/ask\.js.*$/, "");
  var pages = null;

  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) { made.className = className; }
    if (text) { made.textContent = text; }
    return made;
  }

  function addresses() {
    if (!pages) {
      pages = fetch(root + "search-index.json")
        .then(function (answer) { return answer.json(); })
        .then(function (index) {
          var found = {};
          index.pages.forEach(function (page) { found[page.id] = root + page.url; });
          return found;
        })
        .catch(function () { return {}; });
    }
    return pages;
  }

  function ask(name, query) {
    return fetch(root + "_tesserae/" + name, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ query: query })
    }).then(function (answer) { return answer.json(); });
  }

  function row(text, place, href) {
    var item = element("li", "", text);
    if (place) {
      var small = element("small");
      small.append(href ? element("a", "", place) : place);
      if (href) { small.firstChild.href = href; }
      item.append(small);
    }
    return item;
  }

  function show(list, answer, urls) {
    list.replaceChildren();
    if (answer.error) {
      list.append(row(answer.error));
      return;
    }
    answer.items.forEach(function (item) {
      list.append(row(item.text, item.place, urls[item.id]));
    });
  }

  function build() {
    var box = element("dialog", "tess-ask");
    var form = element("form");
    var label = element("label", "", "Ask this project");
    var input = element("input");
    var list = element("ul");
    var search = element("button", "", "Search");
    var close = element("button", "", "Close");
    label.htmlFor = input.id = "tess-ask-input";
    input.type = "text";
    input.autocomplete = "off";
    search.type = close.type = "button";
    list.setAttribute("aria-live", "polite");
    form.append(label, input, element("button", "", "Ask"), search, close);
    box.append(form, list);

    function run(name) {
      list.replaceChildren(row("\u2026"));
      Promise.all([ask(name, input.value), addresses()]).then(
        function (found) { show(list, found[0], found[1]); },
        function () { show(list, { error: "The server does not answer." }, {}); }
      );
    }

    form.addEventListener("submit", function (event) {
      event.preventDefault();
      run("ask");
    });
    search.addEventListener("click", function () { run("search"); });
    close.addEventListener("click", function () { box.close(); });
    return box;
  }

  var box = build();
  var open = element("button", "tess-ask__open", "Ask");
  open.type = "button";
  open.setAttribute("aria-haspopup", "dialog");
  open.addEventListener("click", function () { box.showModal(); });
  document.body.append(open, box);
})();
