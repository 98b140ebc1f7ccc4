"use strict";
// The page of `bcdump --html`: an icicle of the file's bytes. The data is a tree in preorder, one array per property; see docs/bcdump-json.md.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { names, nodes } = data;
  const count = nodes.depth.length;
  const FILE = 0, BLOCK = 1, GROUP = 2, KIND = 3, FRAME = 4, SMALL = 5;
  const $ = (id) => document.getElementById(id);
  const el = (tag, attributes, ...content) => {
    const made = document.createElement(tag);
    for (const key in attributes) {
      if (key === "onclick") made.onclick = attributes[key];
      else if (attributes[key] !== false && attributes[key] !== undefined) made.setAttribute(key, attributes[key]);
    }
    made.append(...content);
    return made;
  };

  // The tree: parents, and the range of each node's descendants.
  const parent = new Int32Array(count).fill(-1), end = new Int32Array(count);
  {
    const open = [];
    for (let i = 0; i < count; i++) {
      while (open.length > nodes.depth[i]) end[open.pop()] = i;
      if (open.length) parent[i] = open[open.length - 1];
      open.push(i);
    }
    while (open.length) end[open.pop()] = count;
  }
  const children = (i) => {
    const out = [];
    for (let c = i + 1; c < end[i]; c = end[c]) out.push(c);
    return out;
  };
  const way = (i) => {
    const out = [];
    for (; i >= 0; i = parent[i]) out.unshift(i);
    return out;
  };
  const bits = (i) => nodes.bits[i];
  const own = (i) => (nodes.own[i] >= 0 ? names[nodes.own[i]] : "");
  const number = new Intl.NumberFormat("en-US");
  const size = (b) => {
    const bytes = b / 8;
    if (b % 8 && bytes < 64) return `${number.format(b)} bits`;
    if (bytes < 10000) return `${number.format(Math.round(bytes))} B`;
    if (bytes < 1e6) return `${(bytes / 1e3).toFixed(bytes < 1e5 ? 1 : 0)} kB`;
    return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 1)} MB`;
  };
  const share = (part, whole) => {
    const p = whole ? (100 * part) / whole : 0;
    return p >= 10 || p === 0 ? `${p.toFixed(p === 100 || p === 0 ? 0 : 1)} %` : p >= 0.1 ? `${p.toFixed(2)} %` : p >= 0.001 ? `${p.toFixed(3)} %` : "< 0.001 %";
  };
  const label = (i) => {
    const name = names[nodes.name[i]];
    switch (nodes.type[i]) {
      case FILE: return data.file.replace(/.*[/\\]/, "") || data.file;
      case BLOCK: return own(i) || name;
      case GROUP: return `${name} × ${number.format(nodes.count[i])}`;
      case SMALL: return `${number.format(nodes.count[i])} smaller ${name}`;
      case FRAME: return name;
      default: return name;
    }
  };
  const what = (i) => [
    "the file",
    own(i) ? `${names[nodes.name[i]]} block of ${own(i)}` : "block",
    "blocks of one kind", "records of one kind", "what holds the blocks together", "small blocks, not told apart here",
  ][nodes.type[i]];

  // Colours: a hue per kind of block; records are lighter shades of their block's.
  const HUES = { MODULE: 212, FUNCTION: 208, METADATA: 140, CONSTANTS: 32, TYPE: 272, TYPE_NEW: 272, STRTAB: 180, SYMTAB: 190, PARAMATTR: 330, PARAMATTR_GROUP: 318,
    VALUE_SYMTAB: 52, METADATA_ATTACHMENT: 110, METADATA_KIND: 95, USELIST: 14, GLOBALVAL_SUMMARY: 0, OPERAND_BUNDLE_TAGS: 240, SYNC_SCOPE_NAMES: 250, IDENTIFICATION: 225,
    BLOCKINFO: 285 };
  const hue = (name) => {
    if (name in HUES) return HUES[name];
    let h = 7;
    for (const c of name) h = (h * 31 + c.charCodeAt(0)) % 3600;
    return h / 10;
  };
  const paint = (div, i) => {
    let at = i, spread = 0;
    if (nodes.type[i] === KIND) {
      at = parent[i];
      spread = (hue(names[nodes.name[i]]) % 30) - 15;
    }
    const grey = nodes.type[i] === FILE || nodes.type[i] === FRAME;
    div.style.setProperty("--hue", hue(names[nodes.name[at]]) + spread);
    div.style.setProperty("--sat", grey ? "0%" : nodes.type[i] === KIND ? "58%" : "62%");
    div.style.setProperty("--light", grey ? "82%" : nodes.type[i] === KIND ? `${80 + (i % 3) * 3}%` : nodes.type[i] === GROUP ? "68%" : `${71 + (i % 2) * 4}%`);
  };

  // `from`: what the picture shows of the zoomed node begins with this child; 0 is all of it.
  const state = { zoom: 0, from: 0, selected: 0, search: "" };
  const icicle = $("icicle");
  const ROW = 32;
  const shown = new Map();
  // Per node: is found; holds what is found; lies in what is found.
  let hits = null, holds = null, inside = null, found = [];

  const draw = () => {
    const width = icicle.clientWidth || 1000;
    const placed = [];
    const above = way(state.zoom);
    above.pop();
    above.forEach((i, row) => placed.push([i, 0, width, row, "above"]));
    let deepest = above.length;
    const place = (i, left, wide, row, from) => {
      placed.push([i, left, wide, row, ""]);
      deepest = Math.max(deepest, row);
      if (end[i] === i + 1 || wide < 4) return;
      let rest = 0;
      let list = children(i), room = wide, whole = bits(i) || 1, later = 0;
      if (from) {
        // As many as can be told apart; what comes after them is at the end, to be shown in its turn.
        list = list.slice(list.indexOf(from));
        const most = Math.max(20, Math.floor(wide / 8));
        if (list.length > most) {
          later = list[most];
          rest = list.length - most;
          list = list.slice(0, most);
          room = wide * 0.9;
        }
        whole = list.reduce((sum, c) => sum + bits(c), 0) || 1;
      }
      // Children are in order of size, so that what is too thin to draw stands together.
      let x = left, thin = 0, start = 0, stop = 0;
      for (const c of list) {
        const w = (room * bits(c)) / whole;
        if (w < 2) {
          rest++;
          if (!thin) [thin, start] = [c, x];
          stop = x + w;
        } else {
          place(c, x, w, row + 1, 0);
        }
        x += w;
      }
      if (later) [start, stop] = [thin ? start : x, left + wide];
      if (rest && stop - start >= 2) {
        placed.push([i, start, stop - start, row + 1, "rest", rest, thin || later]);
        deepest = Math.max(deepest, row + 1);
      }
    };
    place(state.zoom, 0, width, above.length, state.from);
    icicle.style.height = `${(deepest + 1) * ROW}px`;
    if (state.from) placed[above.length][4] = "above";
    const used = new Set();
    for (const [i, left, wide, row, kind, rest, first] of placed) {
      const key = kind === "rest" ? `r${i}` : `n${i}`;
      used.add(key);
      let div = shown.get(key);
      if (!div) {
        div = el("div", { class: "n", id: key });
        if (kind !== "rest") div.setAttribute("role", "treeitem");
        shown.set(key, div);
        icicle.append(div);
      }
      div.dataset.node = i;
      div.className = `n ${kind}${wide < 14 ? " thin" : ""}${i === state.selected && kind !== "rest" ? " selected" : ""}`;
      if (hits && kind !== "rest") {
        if (hits[i]) div.classList.add("hit");
        else if (!holds[i] && !inside[i] && kind !== "above") div.classList.add("dim");
      } else if (hits) {
        let held = 0;
        for (let c = first; c < end[i]; c = end[c]) held += holds[c];
        if (held) div.classList.add("hit");
        else if (!hits[i] && !inside[i]) div.classList.add("dim");
      }
      Object.assign(div.style, { left: `${left}px`, width: `${Math.max(wide, 1)}px`, top: `${row * ROW}px` });
      if (kind === "rest") {
        div.dataset.rest = rest;
        div.dataset.first = first;
        div.textContent = wide > 120 ? `${number.format(rest)} more` : "";
        continue;
      }
      paint(div, i);
      div.setAttribute("aria-label", `${label(i)}, ${size(bits(i))}`);
      div.setAttribute("aria-level", nodes.depth[i] + 1);
      div.setAttribute("aria-selected", i === state.selected);
      div.replaceChildren();
      if (wide >= 26) {
        div.append(nodes.type[i] === KIND ? label(i) : el("b", {}, label(i)));
        const more = nodes.type[i] === BLOCK && own(i) && wide > 260 ? names[nodes.name[i]].toLowerCase() + " " : "";
        if (wide > 110) div.append(el("small", {}, `${more}${size(bits(i))}${wide > 190 ? ` · ${share(bits(i), bits(0))}` : ""}`));
      }
    }
    for (const [key, div] of shown) {
      if (!used.has(key)) {
        div.remove();
        shown.delete(key);
      }
    }
    icicle.classList.toggle("filtered", !!hits);
    icicle.setAttribute("aria-activedescendant", shown.has(`n${state.selected}`) ? `n${state.selected}` : "");
    $("crumbs").replaceChildren(...way(state.zoom).flatMap((i, at) => {
      const here = i === state.zoom && !state.from;
      const button = el("button", { type: "button", "data-node": i, "aria-current": here ? "location" : undefined, title: label(i), onclick: () => go(i) }, label(i));
      return at ? [el("i", {}, "›"), button] : [button];
    }), ...(state.from ? [el("i", {}, "›"), el("button", { type: "button", "aria-current": "location" }, "the smaller ones")] : []));
  };

  const path = (i) => way(i).slice(1).filter((n) => nodes.type[n] !== GROUP).map((n) => {
    const name = names[nodes.name[n]];
    return own(n) ? `${name}(${own(n)})` : name;
  }).join("/");

  // A table of nodes with their shares of node `of`; a row goes to its node.
  const table = (list, of) => {
    const body = el("tbody");
    for (const c of list) {
      const row = el("tr", { "data-node": c, tabindex: 0, style: `--part:${(100 * bits(c)) / (bits(of) || 1)}%`, title: label(c), onclick: () => go(c) },
        el("td", {}, label(c)), el("td", { class: "num" }, nodes.type[c] === FRAME ? "" : number.format(nodes.count[c])),
        el("td", { class: "num" }, size(bits(c))), el("td", { class: "num" }, share(bits(c), bits(of))));
      row.onkeydown = (event) => { if (event.key === "Enter") go(c); };
      body.append(row);
    }
    return el("table", { class: "parts" }, el("thead", {}, el("tr", {}, el("th", {}, ""), el("th", { class: "num" }, "count"),
      el("th", { class: "num" }, "size"), el("th", { class: "num" }, "share"))), body);
  };

  const tell = () => {
    const i = state.selected, type = nodes.type[i];
    const facts = [["size", `${size(bits(i))} (${number.format(bits(i))} bits)`], ["of the file", share(bits(i), bits(0))]];
    if (parent[i] > 0 && nodes.type[i] !== FRAME) facts.push([`of ${label(parent[i])}`, share(bits(i), bits(parent[i]))]);
    if (type === BLOCK || type === FILE) facts.push(["records", number.format(nodes.count[i])]);
    if (type === GROUP || type === SMALL) facts.push(["blocks", number.format(nodes.count[i])], ["average", size(Math.round(bits(i) / nodes.count[i]))]);
    if (type === KIND) facts.push(["records", number.format(nodes.count[i])], ["average", `${(bits(i) / nodes.count[i]).toFixed(1)} bits`]);
    if (nodes.at[i] >= 0 && type === BLOCK) facts.push(["offset", `byte ${number.format(Math.floor(nodes.at[i] / 8))} (bit ${number.format(nodes.at[i])})`]);
    if (nodes.crc[i]) facts.push(["crc32", nodes.crc[i]]);
    if (i === 0) facts.push(...data.facts);
    const out = [el("h2", {}, label(i)), el("p", { class: "path" }, path(i) || what(i)), el("dl", {}, ...facts.flatMap(([k, v]) => [el("dt", {}, k), el("dd", {}, v)]))];
    if (type !== FILE && path(i)) out[1].append(el("br", {}), what(i));
    const parts = children(i);
    if (parts.length) {
      const made = table(parts.slice(0, 200), i);
      const list = (from) => {
        if (from) made.tBodies[0].append(...table(parts.slice(from, from + 200), i).tBodies[0].rows);
        if (from + 200 < parts.length) {
          const more = el("button", { type: "button" }, `${number.format(parts.length - from - 200)} more`);
          more.onclick = () => { more.remove(); list(from + 200); };
          out[0].parentNode ? $("details").append(more) : out.push(more);
        }
      };
      out.push(el("h3", {}, "What is in it"), made);
      list(0);
    }
    $("details").replaceChildren(...out);
    $("details").scrollTop = 0;
    tellRecords(i, type);
  };

  // The records, in file order, stand in chunks of lines that are unpacked when they are wanted.
  const chunks = data.chunks, groups = document.getElementsByClassName("chunks"), unpacked = new Map();
  const unpack = async (c) => {
    if (!unpacked.has(c)) {
      if (unpacked.size >= 16) unpacked.delete(unpacked.keys().next().value);
      const line = groups[Math.floor(c / chunks.group)].textContent.split("\n")[1 + (c % chunks.group)];
      const bytes = Uint8Array.from(atob(line), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
      unpacked.set(c, new Response(stream).text().then((text) => text.split("\n")));
    }
    return unpacked.get(c);
  };
  // The records from entry `first` to before `last`, with how many blocks are around each, and the beginnings of those blocks.
  async function* entries(first, last) {
    let c = 0, depth = 0;
    while (c + 1 < chunks.first.length && chunks.first[c + 1] <= first) c++;
    for (; c < chunks.first.length && chunks.first[c] < last; c++) {
      let bit = chunks.bit[c], at = chunks.first[c];
      for (const line of await unpack(c)) {
        if (at >= last) return;
        const wanted = at++ >= first;
        if (line === "-") {
          if (wanted) depth--;
        } else if (line[0] === "+") {
          const [name, begin] = line.slice(1).split("\t");
          bit = parseInt(begin, 36);
          if (wanted) yield { depth: depth++, block: true, name: parseInt(name, 36), bit };
        } else {
          const [name, size, gap] = line.split("\t", 3);
          const wide = parseInt(size, 36);
          bit += gap ? parseInt(gap, 36) : 0;
          if (wanted) yield { depth, name: parseInt(name, 36), bit, bits: wide, text: line.slice(name.length + size.length + gap.length + 3) };
          bit += wide;
        }
      }
    }
  }

  let turn = 0;
  const tellRecords = async (i, type) => {
    const mine = ++turn;
    const block = type === KIND ? parent[i] : i;
    const out = [];
    const box = $("records");
    // What is in a block that the tree does not take apart is listed with it.
    const nested = end[block] === block + 1;
    let total = 0;
    if (nested) total = nodes.count[block];
    else for (const c of type === KIND ? [i] : children(i)) if (nodes.type[c] === KIND) total += nodes.count[c];
    if (type === FILE || nodes.type[block] !== BLOCK || !total) {
      out.push(el("h2", {}, "Records"), el("p", { class: "note" },
        type === BLOCK || type === KIND ? "No records of its own." : "Select a block or a kind of record to see its records."));
      const named = [];
      for (let n = i + 1; n < end[i]; n++) if (nodes.own[n] >= 0) named.push(n);
      if (type !== KIND && type !== GROUP && named.length) {
        named.sort((a, b) => bits(b) - bits(a) || a - b);
        out.splice(0, out.length, el("h2", {}, named.length > 60 ? `The 60 biggest of ${number.format(named.length)} functions` : "Functions by size"),
          el("p", { class: "note" }, "Select a block or a kind of record to see its records."),
          table(named.slice(0, 60), i));
      }
      box.replaceChildren(...out);
      box.scrollTop = 0;
      return;
    }
    const note = el("p", { class: "note" }, `${number.format(total)}, in file order.`);
    const body = el("tbody");
    out.push(el("h2", {}, type === KIND ? `Records: ${label(i)}` : "Records"), note);
    out.push(el("table", { class: "list" }, el("thead", {}, el("tr", {}, el("th", { class: "num" }, "bit"), el("th", { class: "num" }, "bits"), el("th", {}, "record"))), body));
    box.replaceChildren(...out);
    box.scrollTop = 0;
    const source = entries(nodes.first[block], nodes.last[block]);
    let shown = 0;
    const list = async () => {
      const rows = [];
      let left = 250;
      while (left > 0) {
        const { value, done } = await source.next();
        if (mine !== turn) return;
        if (done) break;
        if (value.depth && !nested || type === KIND && value.name !== nodes.name[i] || value.block && !nested) continue;
        const indent = `padding-left:${value.depth}em`;
        rows.push(value.block
          ? el("tr", {}, el("td", { class: "num" }, number.format(value.bit)), el("td", {}), el("td", { class: "mono", style: indent }, el("b", {}, names[value.name])))
          : el("tr", {}, el("td", { class: "num" }, number.format(value.bit)), el("td", { class: "num" }, number.format(value.bits)),
            el("td", { class: "mono", style: value.depth ? indent : undefined }, el("span", { class: "kind" }, names[value.name]), " ", value.text)));
        if (!value.block) [left, shown] = [left - 1, shown + 1];
      }
      body.append(...rows);
      if (shown < total && left <= 0) {
        const more = el("button", { type: "button", class: "more" }, `${number.format(total - shown)} more`);
        more.onclick = () => { more.remove(); list(); };
        box.append(more);
      }
    };
    try {
      await list();
    } catch (error) {
      note.textContent = `${number.format(total)}, which this browser cannot unpack (${error}); bcdump --records '${path(block)}' shows them.`;
    }
  };

  const remember = () => {
    const parts = [];
    if (state.zoom) parts.push(`zoom=${state.zoom}`);
    if (state.selected !== state.zoom) parts.push(`select=${state.selected}`);
    if (state.search) parts.push(`search=${encodeURIComponent(state.search)}`);
    try { history.replaceState(null, "", parts.length ? `#${parts.join("&")}` : location.pathname + location.search); } catch { /* some viewers forbid it */ }
  };
  const visible = (i) => state.zoom === i || (i > state.zoom && i < end[state.zoom]) || way(state.zoom).includes(i);
  const select = (i) => {
    state.selected = i;
    if (!visible(i)) [state.zoom, state.from] = [Math.max(parent[i], 0), 0];
    draw();
    if (!shown.has(`n${i}`)) {
      // Too thin where it stands: what is as small is shown alone.
      [state.zoom, state.from] = [Math.max(parent[i], 0), 0];
      draw();
      if (!shown.has(`n${i}`)) {
        state.from = i;
        draw();
      }
    }
    tell();
    remember();
  };
  // Selects a node and, if there is something in it, zooms to it; `from` leaves out what comes before that child.
  const go = (i, from = 0) => {
    state.from = from;
    state.zoom = end[i] > i + 1 ? i : Math.max(parent[i], 0);
    state.selected = i;
    draw();
    if (!shown.has(`n${i}`)) {
      state.from = i;
      draw();
    }
    tell();
    remember();
  };
  const out = () => (state.from ? go(state.zoom) : go(Math.max(parent[state.zoom], 0)));

  const search = (text) => {
    state.search = text;
    const wanted = text.trim().toLowerCase();
    const list = $("found");
    if (!wanted) {
      hits = holds = inside = null;
      found = [];
      list.hidden = true;
    } else {
      const matches = names.map((name) => name.toLowerCase().includes(wanted));
      hits = new Uint8Array(count);
      holds = new Uint8Array(count);
      inside = new Uint8Array(count);
      found = [];
      let total = 0, until = 0;
      for (let i = 1; i < count; i++) {
        const type = nodes.type[i];
        if (type === SMALL || type === FRAME) continue;
        if (nodes.own[i] >= 0 ? matches[nodes.own[i]] || matches[nodes.name[i]] : matches[nodes.name[i]]) {
          hits[i] = 1;
          found.push(i);
          // What lies in something found is not counted twice.
          if (i >= until) {
            total += bits(i);
            until = end[i];
          }
          for (let p = i; p >= 0 && !holds[p]; p = parent[p]) holds[p] = 1;
        }
      }
      for (let i = 1; i < count; i++) inside[i] = hits[parent[i]] || inside[parent[i]];
      found.sort((a, b) => bits(b) - bits(a) || a - b);
      list.replaceChildren(el("p", {}, found.length
        ? `${number.format(found.length)} found, ${size(total)} (${share(total, bits(0))} of the file)${found.length > 100 ? "; the biggest 100:" : ""}` : "nothing found"),
        ...found.slice(0, 100).map((i) => el("button", { type: "button", "data-node": i, title: path(i), onclick: () => { list.hidden = true; go(i); icicle.focus(); } },
          el("span", { class: "name" }, nodes.type[i] === KIND && nodes.depth[i] > 1 ? `${label(i)} in ${label(parent[i])}` : label(i)), el("span", { class: "size" }, size(bits(i))))));
      list.hidden = false;
    }
    draw();
    remember();
  };

  const nodeOf = (event) => {
    const div = event.target.closest(".n");
    return div ? [Number(div.dataset.node), Number(div.dataset.rest || 0), Number(div.dataset.first || 0)] : null;
  };
  icicle.onclick = (event) => {
    const at = nodeOf(event);
    if (!at) return;
    if (at[1]) { go(at[0], at[2]); return; }
    at[0] === state.zoom && at[0] === state.selected && (at[0] || state.from) ? out() : go(at[0]);
  };
  const tip = $("tip");
  icicle.onmousemove = (event) => {
    const at = nodeOf(event);
    tip.hidden = !at;
    if (!at) return;
    const [i, rest] = at;
    tip.replaceChildren(rest ? `${number.format(rest)} more in ${label(i)}` : label(i), el("span", {}, rest ? "too small to draw at this zoom" : `${what(i)} · ${size(bits(i))} · ${share(bits(i), bits(0))} of the file`));
    tip.style.left = `${Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8)}px`;
    tip.style.top = `${event.clientY + 18 + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 8 : event.clientY + 18}px`;
  };
  icicle.onmouseleave = () => { tip.hidden = true; };
  icicle.onkeydown = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const i = state.selected, siblings = parent[i] < 0 ? [i] : children(parent[i]), at = siblings.indexOf(i);
    switch (event.key) {
      case "ArrowLeft": if (at > 0) select(siblings[at - 1]); break;
      case "ArrowRight": if (at + 1 < siblings.length) select(siblings[at + 1]); break;
      case "ArrowDown": if (end[i] > i + 1) select(i + 1); break;
      case "ArrowUp": if (parent[i] >= 0) select(parent[i]); break;
      case "Enter": case " ": go(i); break;
      case "Backspace": out(); break;
      case "Home": go(0); break;
      default: return;
    }
    event.preventDefault();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (document.activeElement === $("search") || !$("found").hidden) {
        if ($("found").hidden || !state.search) { $("search").value = ""; search(""); }
        $("found").hidden = true;
        icicle.focus();
      } else {
        out();
      }
    } else if (event.key === "/" && document.activeElement !== $("search")) {
      event.preventDefault();
      $("search").focus();
      $("search").select();
    }
  });
  let waiting = 0;
  $("search").oninput = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => search($("search").value), count > 20000 ? 120 : 0);
  };
  $("search").onfocus = () => { if (state.search) $("found").hidden = false; };
  $("search").onkeydown = (event) => {
    if (event.key === "Enter" && found.length) { $("found").hidden = true; go(found[0]); icicle.focus(); }
    if (event.key === "ArrowDown") $("found").querySelector("button")?.focus();
  };
  $("found").onkeydown = (event) => {
    const next = event.key === "ArrowDown" ? document.activeElement.nextElementSibling : event.key === "ArrowUp" ? document.activeElement.previousElementSibling : null;
    if (next) { event.preventDefault(); next.focus(); }
  };
  document.addEventListener("click", (event) => { if (!event.target.closest(".searching")) $("found").hidden = true; });

  const root = document.documentElement;
  const theme = (dark) => { root.dataset.theme = dark ? "dark" : "light"; };
  theme(matchMedia("(prefers-color-scheme: dark)").matches);
  $("theme").onclick = () => theme(root.dataset.theme !== "dark");

  $("file").textContent = data.file;
  $("about").replaceChildren(...data.about.map((text) => el("span", {}, text)));
  addEventListener("resize", draw);

  // A link to a place: #zoom=12&select=15&search=main, with theme=dark too.
  const asked = new URLSearchParams(location.hash.slice(1));
  const node = (key) => {
    const i = Number(asked.get(key));
    return Number.isInteger(i) && i > 0 && i < count ? i : 0;
  };
  if (asked.has("theme")) theme(asked.get("theme") === "dark");
  state.zoom = end[node("zoom")] > node("zoom") + 1 ? node("zoom") : 0;
  state.selected = asked.has("select") ? node("select") : state.zoom;
  if (asked.has("search")) {
    $("search").value = asked.get("search");
    search(asked.get("search"));
    $("found").hidden = true;
  }
  draw();
  tell();
})();
