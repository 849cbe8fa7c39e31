/* The map of the wiki on a 2D canvas.
 *
 * Positions come ready from the build; nothing is simulated. The canvas is drawn when something
 * changed, never in a loop. Parts, in order: the scene (data, decoded once), the camera, the
 * painter, the page around them. A painter only reads the scene and the camera, so another one
 * (WebGL, three dimensions) would stand beside `createPainter`.
 */
window.tesseraeMap = (() => {
  "use strict";

  const LISTED = 50;
  const LABEL_COLUMNS = 26;
  const WIDE_FROM = "\u2e7f"; // Scripts from here on are as wide as they are high.
  const REST_MS = 150;
  const GLIDE_MS = 150;
  const MOVING_EDGES = 2000;
  const MOVING_DOTS = 4000;
  const RESTING_EDGES = 20000;
  const PAN_PX = 80;
  const ZOOM_STEP = 1.4;
  const HIT_PX = 14;
  const DRAG_PX = 4;
  const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

  const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
  const plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

  const make = (name, attributes = {}, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  /* --- Scene --------------------------------------------------------------------------------- */

  /** Decode the columns of a picture; pages are in order of their links, best linked first. */
  const createScene = (data) => {
    const count = data.title.length;
    const pairs = [];
    const degree = new Uint32Array(count);
    for (let page = 0, at = 0; page < count; page += 1) {
      for (let left = data.links[at++]; left > 0; left -= 1) {
        const other = data.links[at++];
        pairs.push(page, other);
        degree[page] += 1;
        degree[other] += 1;
      }
    }
    const start = new Uint32Array(count + 1);
    for (let page = 0; page < count; page += 1) start[page + 1] = start[page] + degree[page];
    const next = start.slice();
    const neighbour = new Uint32Array(pairs.length);
    for (let at = 0; at < pairs.length; at += 2) {
      neighbour[next[pairs[at]]++] = pairs[at + 1];
      neighbour[next[pairs[at + 1]]++] = pairs[at];
    }
    const scene = {
      count,
      kinds: data.kinds,
      kind: Uint8Array.from(data.kind),
      x: Float32Array.from(data.x),
      y: Float32Array.from(data.y),
      title: data.title,
      url: data.url,
      edges: Uint32Array.from(pairs),
      degree,
      neighboursOf: (page) => neighbour.subarray(start[page], start[page + 1]),
      isShown: new Uint8Array(count).fill(1),
    };
    scene.find = createFinder(scene, data.box);
    return scene;
  };

  /** Sort pages into cells once, so that looking one up under the pointer costs a few of them. */
  const createFinder = (scene, box) => {
    const side = clamp(Math.ceil(Math.sqrt(scene.count)), 8, 256);
    const cellOf = (value) => clamp(Math.floor((value / box) * side), 0, side - 1);
    const cells = new Map();
    for (let page = 0; page < scene.count; page += 1) {
      const cell = cellOf(scene.y[page]) * side + cellOf(scene.x[page]);
      if (!cells.has(cell)) cells.set(cell, []);
      cells.get(cell).push(page);
    }
    return (x, y, radius) => {
      let best = -1;
      let nearest = radius * radius;
      for (let row = cellOf(y - radius); row <= cellOf(y + radius); row += 1) {
        for (let column = cellOf(x - radius); column <= cellOf(x + radius); column += 1) {
          for (const page of cells.get(row * side + column) || []) {
            if (!scene.isShown[page]) continue;
            const distance = (scene.x[page] - x) ** 2 + (scene.y[page] - y) ** 2;
            if (distance < nearest) [best, nearest] = [page, distance];
          }
        }
      }
      return best;
    };
  };

  /* --- Camera -------------------------------------------------------------------------------- */

  const createCamera = () => {
    const camera = { x: 0, y: 0, scale: 1, width: 1, height: 1, fitted: 1, spacing: 20 };
    camera.toScreenX = (x) => (x - camera.x) * camera.scale + camera.width / 2;
    camera.toScreenY = (y) => (y - camera.y) * camera.scale + camera.height / 2;
    camera.toWorldX = (x) => (x - camera.width / 2) / camera.scale + camera.x;
    camera.toWorldY = (y) => (y - camera.height / 2) / camera.scale + camera.y;
    camera.resize = (width, height) => Object.assign(camera, { width, height });
    /** Return the view that shows all pages that are shown. */
    camera.fit = (scene) => {
      let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
      for (let page = 0; page < scene.count; page += 1) {
        if (!scene.isShown[page]) continue;
        left = Math.min(left, scene.x[page]);
        right = Math.max(right, scene.x[page]);
        top = Math.min(top, scene.y[page]);
        bottom = Math.max(bottom, scene.y[page]);
      }
      if (left > right) return { x: camera.x, y: camera.y, scale: camera.scale };
      const room = Math.min(48, 0.06 * camera.width);
      const scale = Math.min(
        (camera.width - 2 * room) / Math.max(right - left, 1),
        (camera.height - 2 * room) / Math.max(bottom - top, 1),
        0.5,
      );
      camera.fitted = Math.max(scale, 1e-4);
      camera.spacing = scale * Math.sqrt(((right - left) * (bottom - top)) / scene.count);
      return { x: (left + right) / 2, y: (top + bottom) / 2, scale: camera.fitted };
    };
    /** Return the view after a zoom that keeps what is under a point of the screen in its place. */
    camera.zoomed = (factor, screenX, screenY) => {
      const scale = clamp(camera.scale * factor, camera.fitted / 3, Math.max(1, camera.fitted * 60));
      const x = camera.toWorldX(screenX) - (screenX - camera.width / 2) / scale;
      const y = camera.toWorldY(screenY) - (screenY - camera.height / 2) / scale;
      return { x, y, scale };
    };
    return camera;
  };

  /* --- Painter ------------------------------------------------------------------------------- */

  /* Outlines on a circle of radius 1; the same shapes as the marks in tesserae.css. */
  const polygon = (...points) => (ctx, x, y, r) => {
    ctx.moveTo(x + points[0] * r, y + points[1] * r);
    for (let at = 2; at < points.length; at += 2) ctx.lineTo(x + points[at] * r, y + points[at + 1] * r);
    ctx.closePath();
  };
  const SHAPES = {
    sources: polygon(-0.85, -0.85, 0.85, -0.85, 0.85, 0.85, -0.85, 0.85),
    papers: polygon(0, -1.05, 1.05, 0.85, -1.05, 0.85),
    repos: polygon(-0.35, -1.05, 0.35, -1.05, 0.35, -0.35, 1.05, -0.35, 1.05, 0.35, 0.35, 0.35, 0.35, 1.05, -0.35, 1.05, -0.35, 0.35, -1.05, 0.35, -1.05, -0.35, -0.35, -0.35),
    concepts: (ctx, x, y, r) => {
      ctx.moveTo(x + 0.95 * r, y);
      ctx.arc(x, y, 0.95 * r, 0, 2 * Math.PI);
    },
    entities: polygon(0, -1.15, 1.15, 0, 0, 1.15, -1.15, 0),
    topics: polygon(-0.5, -0.95, 0.5, -0.95, 1.05, 0, 0.5, 0.95, -0.5, 0.95, -1.05, 0),
    questions: polygon(-1.05, -0.85, 1.05, -0.85, 0, 1.05),
    syntheses: polygon(0, -1.15, 0.27, -0.32, 1.15, -0.32, 0.43, 0.18, 0.71, 1.05, 0, 0.52, -0.71, 1.05, -0.43, 0.18, -1.15, -0.32, -0.27, -0.32),
    sessions: polygon(-0.7, -1.05, 0, -0.35, 0.7, -1.05, 1.05, -0.7, 0.35, 0, 1.05, 0.7, 0.7, 1.05, 0, 0.35, -0.7, 1.05, -1.05, 0.7, -0.35, 0, -1.05, -0.7),
  };

  const createPainter = (canvas, scene, camera) => {
    const layer = document.createElement("canvas");
    const widths = new Map();
    let ctx = null;
    let colours = null;

    /** Draw on a canvas from now on, in CSS pixels, whatever the density of the screen. */
    const target = (surface) => {
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
      if (surface.width !== width || surface.height !== height) Object.assign(surface, { width, height });
      ctx = surface.getContext("2d");
      ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    };

    const radiusOf = (page) => {
      // As large as the room between pages allows, growing more slowly than the map does.
      const room = camera.spacing * Math.sqrt(camera.scale / camera.fitted);
      return clamp(room * (0.11 + 0.022 * Math.sqrt(scene.degree[page])), 1.2, 14);
    };

    const isInside = (page, margin) => {
      const x = camera.toScreenX(scene.x[page]);
      const y = camera.toScreenY(scene.y[page]);
      return x > -margin && y > -margin && x < camera.width + margin && y < camera.height + margin;
    };

    const line = (from, to) => {
      ctx.moveTo(camera.toScreenX(scene.x[from]), camera.toScreenY(scene.y[from]));
      ctx.lineTo(camera.toScreenX(scene.x[to]), camera.toScreenY(scene.y[to]));
    };

    const drawEdges = (limit, alpha) => {
      const { edges, isShown } = scene;
      ctx.beginPath();
      for (let at = 0, drawn = 0; at < edges.length && drawn < limit; at += 2) {
        const [one, other] = [edges[at], edges[at + 1]];
        if (!isShown[one] || !isShown[other] || !(isInside(one, 0) || isInside(other, 0))) continue;
        line(one, other);
        drawn += 1;
      }
      ctx.globalAlpha = alpha;
      ctx.lineWidth = 1;
      ctx.strokeStyle = colours.ink;
      ctx.stroke();
      ctx.globalAlpha = 1;
    };

    /** Draw the first pages of the scene, or the wanted ones: one path for each kind. */
    const drawDots = (limit, wanted) => {
      const pages = wanted || { length: Math.min(limit, scene.count) };
      const paths = scene.kinds.map(() => []);
      for (let at = 0; at < pages.length; at += 1) {
        const page = wanted ? wanted[at] : at;
        if (scene.isShown[page] && isInside(page, 16)) paths[scene.kind[page]].push(page);
      }
      scene.kinds.forEach((kind, number) => {
        const shape = SHAPES[kind] || SHAPES.concepts;
        ctx.beginPath();
        for (const page of paths[number]) {
          const radius = radiusOf(page);
          const [x, y] = [camera.toScreenX(scene.x[page]), camera.toScreenY(scene.y[page])];
          // A shape cannot be told at this size, and a square costs a tenth of one.
          if (radius < 2) ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);
          else shape(ctx, x, y, radius);
        }
        ctx.fillStyle = colours.kinds[kind];
        ctx.fill();
        if (radiusOf(0) > 4) {
          ctx.lineWidth = 1;
          ctx.strokeStyle = colours.ground;
          ctx.stroke();
        }
      });
    };

    const widthOf = (page) => {
      if (!widths.has(page)) widths.set(page, ctx.measureText(labelOf(page)).width);
      return widths.get(page);
    };
    const labelOf = (page) => {
      const title = [...scene.title[page]];
      let room = LABEL_COLUMNS;
      const fits = title.filter((letter) => (room -= letter > WIDE_FROM ? 2 : 1) >= 0);
      return fits.length < title.length ? `${fits.slice(0, -1).join("").trimEnd()}…` : title.join("");
    };

    /** Write names, most important page first, leaving out those that would cover another. */
    const drawLabels = (focus, near) => {
      const most = clamp(Math.round((camera.width * camera.height) / 24000), 6, 30);
      const taken = [];
      let [written, tried] = [0, 0];
      ctx.font = `12px ${FONT}`;
      ctx.textAlign = "center";
      ctx.lineJoin = "round";
      const write = (page, isForced) => {
        const half = widthOf(page) / 2 + 4;
        const x = clamp(camera.toScreenX(scene.x[page]), half, Math.max(half, camera.width - half));
        const y = camera.toScreenY(scene.y[page]) - radiusOf(page) - 5;
        if (!isForced && taken.some(([a, b, c]) => Math.abs(x - a) < half + c && Math.abs(y - b) < 20)) return;
        taken.push([x, y, half]);
        ctx.lineWidth = 4;
        ctx.strokeStyle = colours.ground;
        ctx.strokeText(labelOf(page), x, y);
        ctx.fillStyle = colours.ink;
        ctx.fillText(labelOf(page), x, y);
        written += 1;
      };
      if (focus >= 0) write(focus, true);
      const pages = near ? [...near].sort((a, b) => a - b) : null;
      const total = pages ? pages.length : scene.count;
      for (let at = 0; at < total && written < most && tried < 600; at += 1) {
        const page = pages ? pages[at] : at;
        if (page === focus || !scene.isShown[page] || !isInside(page, 0)) continue;
        tried += 1;
        write(page, false);
      }
    };

    return {
      /** Read the theme's colours from the legend's marks and the page. */
      recolour: (marks, stage) => {
        const kinds = {};
        for (const [kind, mark] of marks) kinds[kind] = getComputedStyle(mark).backgroundColor;
        const style = getComputedStyle(stage);
        colours = { kinds, ink: style.color, ground: style.backgroundColor };
      },
      /** Draw all pages: the layer that stays while the pointer moves over it. */
      paintAll: (isMoving) => {
        const many = scene.edges.length / 2;
        target(layer);
        ctx.fillStyle = colours.ground;
        ctx.fillRect(0, 0, camera.width, camera.height);
        drawEdges(isMoving ? MOVING_EDGES : RESTING_EDGES, clamp(6 / Math.sqrt(many + 1), 0.03, 0.35));
        drawDots(isMoving ? MOVING_DOTS : scene.count, null);
        if (!isMoving || scene.count < MOVING_DOTS) drawLabels(-1, null);
      },
      /** Show that layer; where a page is in focus, dimmed, with its neighbours above it. */
      paintFocus: (focus) => {
        target(canvas);
        ctx.setTransform(1, 0, 0, 1, 0, 0);
        ctx.drawImage(layer, 0, 0);
        if (focus < 0) return;
        target(canvas);
        ctx.globalAlpha = 0.78;
        ctx.fillStyle = colours.ground;
        ctx.fillRect(0, 0, camera.width, camera.height);
        const near = [focus, ...scene.neighboursOf(focus)];
        ctx.beginPath();
        for (const other of near) if (scene.isShown[other]) line(focus, other);
        ctx.globalAlpha = 0.6;
        ctx.lineWidth = 1.5;
        ctx.strokeStyle = colours.ink;
        ctx.stroke();
        ctx.globalAlpha = 1;
        drawDots(0, near);
        drawLabels(focus, near);
      },
      radiusOf,
      isInside,
    };
  };

  /* --- The page around them ------------------------------------------------------------------ */

  const mount = (root, data) => {
    const part = (name) => root.querySelector(`[data-tess-${name}]`);
    const [stage, legend, list, listTitle] = ["stage", "legend", "list", "list-title"].map(part);
    const scene = createScene(data);
    const camera = createCamera();
    const canvas = make("canvas", { "aria-hidden": "true" });
    const painter = createPainter(canvas, scene, camera);
    const stop = new AbortController();
    const on = (target, type, act, options = {}) =>
      target.addEventListener(type, act, { signal: stop.signal, ...options });

    const tip = make("div", { class: "tess-map__tip", role: "status", hidden: "" });
    const field = make("input", { class: "tess-field", type: "search", autocomplete: "off", placeholder: "Find a page", "aria-label": "Find a page on the map" });
    const button = (sign, label) => make("button", { type: "button", class: "tess-map__button", "aria-label": label, title: label }, sign);
    const [closer, farther, whole] = [button("+", "Zoom in"), button("−", "Zoom out"), button("⤢", "Show everything")];
    const tools = make("div", { class: "tess-map__tools" }, closer, farther, whole);

    let hovered = -1;
    let selected = -1;
    let matches = null;
    let frame = 0;
    let restTimer = 0;
    let isMoving = false;
    let isStale = true;
    let glide = null;

    /* Drawing */

    const focusPage = () => (hovered >= 0 ? hovered : selected);
    const draw = () => {
      frame = 0;
      if (glide) stepGlide();
      if (isStale) painter.paintAll(isMoving);
      isStale = false;
      painter.paintFocus(focusPage());
      placeTip();
      if (glide) moved();
    };
    const schedule = () => {
      if (!frame) frame = requestAnimationFrame(draw);
    };
    const rest = () => {
      isMoving = false;
      isStale = true;
      schedule();
      listPages();
    };
    const moved = () => {
      isMoving = true;
      isStale = true;
      clearTimeout(restTimer);
      restTimer = setTimeout(rest, REST_MS);
      schedule();
    };
    const look = (view) => {
      glide = null;
      Object.assign(camera, view);
      moved();
    };
    const fly = (view) => {
      if (isCalm()) return look(view);
      const { x, y, scale } = camera;
      glide = { from: { x, y, scale }, to: view, began: performance.now() };
      moved();
      return undefined;
    };
    const stepGlide = () => {
      const part = clamp((performance.now() - glide.began) / GLIDE_MS, 0, 1);
      const eased = 1 - (1 - part) ** 3;
      for (const key of ["x", "y", "scale"]) camera[key] = glide.from[key] + (glide.to[key] - glide.from[key]) * eased;
      if (part === 1) glide = null;
    };

    /* Tip */

    const placeTip = () => {
      const page = hovered;
      tip.hidden = page < 0;
      if (page < 0) return;
      tip.replaceChildren(
        make("strong", { dir: "auto" }, scene.title[page]),
        make("span", {}, `${kindTitle(page)}, ${plural(scene.degree[page], "link")}`),
      );
      const x = clamp(camera.toScreenX(scene.x[page]), 8, camera.width - 8);
      const y = camera.toScreenY(scene.y[page]);
      const isLow = y > camera.height / 2;
      tip.style.insetInlineStart = "auto";
      tip.style.left = `${clamp(x - tip.offsetWidth / 2, 8, Math.max(8, camera.width - tip.offsetWidth - 8))}px`;
      const away = painter.radiusOf(page) + 10;
      tip.style.top = `${isLow ? y - tip.offsetHeight - away : y + away}px`;
    };

    /* Kinds: the legend is the filter */

    const boxes = new Map(Array.from(legend.querySelectorAll("input"), (box) => [box.name, box]));
    const marks = new Map(Array.from(boxes, ([kind, box]) => [kind, box.parentElement.querySelector(".tess-mark")]));
    const kindTitle = (page) => {
      const box = boxes.get(scene.kinds[scene.kind[page]]);
      return box ? box.parentElement.querySelector(".tess-kind").textContent : scene.kinds[scene.kind[page]];
    };
    const filterKinds = () => {
      const isOn = scene.kinds.map((kind) => !boxes.has(kind) || boxes.get(kind).checked);
      for (let page = 0; page < scene.count; page += 1) scene.isShown[page] = isOn[scene.kind[page]] ? 1 : 0;
      if (selected >= 0 && !scene.isShown[selected]) selected = -1;
      hovered = -1;
      rest();
    };

    /* List: what is in view, in words */

    const address = (page) => root.dataset.root + scene.url[page];
    const row = (page) => {
      const mark = make("span", { class: `tess-mark tess-k-${scene.kinds[scene.kind[page]]}`, "aria-hidden": "true" });
      const link = make("a", { href: address(page), dir: "auto" }, scene.title[page]);
      const point = (value) => () => {
        hovered = value;
        schedule();
      };
      for (const type of ["focus", "pointerenter"]) link.addEventListener(type, point(page));
      for (const type of ["blur", "pointerleave"]) link.addEventListener(type, point(-1));
      return make("li", {}, mark, link);
    };
    const pagesToList = () => {
      if (matches) return ["Found", matches.filter((page) => scene.isShown[page])];
      if (selected >= 0) {
        const near = [...scene.neighboursOf(selected)].filter((page) => scene.isShown[page]).sort((a, b) => a - b);
        return [`Linked with ${scene.title[selected]}`, [selected, ...near]];
      }
      const inView = [];
      for (let page = 0; page < scene.count; page += 1) if (scene.isShown[page] && painter.isInside(page, 0)) inView.push(page);
      return ["In view", inView];
    };
    const listPages = () => {
      // While a reader is in the list it must not change under them.
      if (list.contains(document.activeElement)) return;
      const [title, pages] = pagesToList();
      const count = pages.length > LISTED ? `${LISTED} of ${pages.length.toLocaleString("en")}` : `${pages.length}`;
      listTitle.replaceChildren(title, " ", make("span", { class: "tess-muted" }, count));
      list.replaceChildren(make("ul", { class: "tess-list tess-links" }, ...pages.slice(0, LISTED).map(row)));
    };

    /* Choosing a page */

    const select = (page) => {
      selected = page;
      matches = null;
      rest();
    };
    const goTo = (page) => {
      selected = page;
      fly({ x: scene.x[page], y: scene.y[page], scale: Math.max(camera.scale, camera.fitted * 3) });
    };
    const open = (page) => {
      // A click on a link, so that instant navigation takes part in it.
      const link = make("a", { href: address(page) });
      document.body.append(link);
      link.click();
      link.remove();
    };
    const reset = () => {
      field.value = "";
      matches = null;
      selected = -1;
      hovered = -1;
      fly(camera.fit(scene));
    };
    const folded = scene.title.map(fold);
    const search = () => {
      const words = fold(field.value).split(/\s+/).filter(Boolean);
      if (!words.length) {
        matches = null;
        return select(-1);
      }
      matches = [];
      for (let page = 0; page < scene.count; page += 1) {
        if (words.every((word) => folded[page].includes(word))) matches.push(page);
      }
      // The shortest title that holds the words is most nearly what was asked for.
      const shown = matches.filter((page) => scene.isShown[page]);
      const best = shown.reduce((one, page) => (one < 0 || folded[page].length < folded[one].length ? page : one), -1);
      matches = best < 0 ? shown : [best, ...shown.filter((page) => page !== best)];
      if (best >= 0) goTo(best);
      else select(-1);
      return undefined;
    };

    /* Pointer, wheel, keys */

    const pointers = new Map();
    let pinch = 0;
    let travelled = 0;
    const place = (event) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    const under = ([x, y]) => scene.find(camera.toWorldX(x), camera.toWorldY(y), HIT_PX / camera.scale);
    const spread = () => {
      const [[ax, ay], [bx, by]] = [...pointers.values()];
      return [Math.hypot(ax - bx, ay - by), (ax + bx) / 2, (ay + by) / 2];
    };
    on(canvas, "pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, place(event));
      if (pointers.size === 1) travelled = 0;
      if (pointers.size === 2) [pinch] = spread();
    });
    on(canvas, "pointermove", (event) => {
      const at = place(event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        const page = under(at);
        canvas.style.cursor = page < 0 ? "grab" : "pointer";
        if (page !== hovered) {
          hovered = page;
          schedule();
        }
        return;
      }
      pointers.set(event.pointerId, at);
      if (pointers.size === 2) {
        const [apart, x, y] = spread();
        travelled = DRAG_PX;
        look(camera.zoomed(apart / Math.max(pinch, 1), x, y));
        pinch = apart;
        return;
      }
      travelled += Math.hypot(at[0] - before[0], at[1] - before[1]);
      if (travelled < DRAG_PX) return;
      canvas.style.cursor = "grabbing";
      hovered = -1;
      look({ x: camera.x - (at[0] - before[0]) / camera.scale, y: camera.y - (at[1] - before[1]) / camera.scale });
    });
    on(canvas, "pointerup", (event) => {
      if (pointers.size === 1 && travelled < DRAG_PX) {
        const page = under(place(event));
        if (event.pointerType !== "mouse") hovered = -1;
        select(page);
      }
      pointers.delete(event.pointerId);
    });
    on(canvas, "pointercancel", (event) => pointers.delete(event.pointerId));
    on(canvas, "pointerleave", () => {
      hovered = -1;
      schedule();
    });
    on(canvas, "dblclick", (event) => {
      const page = under(place(event));
      if (page >= 0) open(page);
    });
    on(
      canvas,
      "wheel",
      (event) => {
        event.preventDefault();
        const [x, y] = place(event);
        const lines = event.deltaMode === 1 ? 16 : 1;
        look(camera.zoomed(Math.exp(clamp(-event.deltaY * lines, -240, 240) / 400), x, y));
      },
      { passive: false },
    );
    const zoom = (factor) => {
      // From where the last step leads, so that steps in quick succession add up.
      if (glide) Object.assign(camera, glide.to);
      fly(camera.zoomed(factor, camera.width / 2, camera.height / 2));
    };
    const pan = (x, y) => look({ x: camera.x + x / camera.scale, y: camera.y + y / camera.scale });
    const KEYS = {
      ArrowLeft: () => pan(-PAN_PX, 0),
      ArrowRight: () => pan(PAN_PX, 0),
      ArrowUp: () => pan(0, -PAN_PX),
      ArrowDown: () => pan(0, PAN_PX),
      "+": () => zoom(ZOOM_STEP),
      "=": () => zoom(ZOOM_STEP),
      "-": () => zoom(1 / ZOOM_STEP),
      0: reset,
      Home: reset,
      Escape: reset,
      Enter: () => selected >= 0 && open(selected),
    };
    on(stage, "keydown", (event) => {
      if (event.target !== stage || event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
      event.preventDefault();
      // Material moves to the next page on some of these keys.
      event.stopPropagation();
      KEYS[event.key]();
    });
    on(field, "keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") reset();
      if (event.key === "Enter" && selected >= 0) open(selected);
    });
    on(field, "input", search);
    on(closer, "click", () => zoom(ZOOM_STEP));
    on(farther, "click", () => zoom(1 / ZOOM_STEP));
    on(whole, "click", reset);
    on(legend, "change", filterKinds);

    /* Size and theme */

    const resize = () => {
      const isFirst = camera.width === 1;
      const wasFitted = Math.abs(camera.scale - camera.fitted) < 1e-9;
      camera.resize(Math.max(stage.clientWidth, 1), Math.max(stage.clientHeight, 1));
      if (isFirst || wasFitted) Object.assign(camera, camera.fit(scene));
      moved();
    };
    const recolour = () => {
      painter.recolour(marks, stage);
      isStale = true;
      schedule();
    };
    const sizes = new ResizeObserver(resize);
    const themes = new MutationObserver(recolour);
    for (const element of [document.documentElement, document.body]) {
      themes.observe(element, { attributes: true, attributeFilter: ["data-md-color-scheme", "data-bs-theme", "class"] });
    }
    on(matchMedia("(prefers-color-scheme: dark)"), "change", recolour);

    /* From the page without scripts to the map */

    const counts = new Map();
    for (const number of scene.kind) counts.set(scene.kinds[number], (counts.get(scene.kinds[number]) || 0) + 1);
    for (const [kind, box] of boxes) {
      box.disabled = false;
      box.parentElement.append(make("span", { class: "tess-muted" }, (counts.get(kind) || 0).toLocaleString("en")));
    }
    stage.tabIndex = 0;
    stage.setAttribute("role", "application");
    stage.setAttribute("aria-roledescription", "map");
    stage.setAttribute(
      "aria-label",
      `${plural(scene.count, "page")}. Arrow keys move, plus and minus zoom, Escape shows everything. The list after the map names what is in view.`,
    );
    stage.replaceChildren(canvas, tip, tools);
    legend.before(field);
    recolour();
    resize();
    sizes.observe(stage);
    listPages();

    return {
      element: root,
      destroy: () => {
        stop.abort();
        sizes.disconnect();
        themes.disconnect();
        clearTimeout(restTimer);
        cancelAnimationFrame(frame);
      },
    };
  };

  return { mount };
})();
