// Score a real table.
import { download, fill, kept, make, no, one, onLanguage, say, show } from "./common.mjs";

const { engine } = await import(`./${document.documentElement.dataset.engine ?? "page"}.mjs`);
const part = one("#br-evening");
const suits = () => [
  ["S", say("♠ spades")],
  ["H", say("♥ hearts")],
  ["C", say("♣ clubs")],
  ["D", say("♦ diamonds")],
];
/** @type {any} */
let python;
/** @type {any} */
let sheet;
/** @type {any} */
let form;
/** The deal that is being corrected, or null. @type {number | null} */
let correcting = null;

one(".br-load", part)?.addEventListener("click", async () => {
  one(".br-load", part).disabled = true;
  try {
    python = await engine("library", part);
  } catch {
    one(".br-load", part).disabled = false;
    return;
  }
  await games("classic");
  one(".br-start", part).hidden = true;
  one(".br-stage", part).hidden = false;
  const saved = kept.get("evening");
  if (!saved || !(await take("read evening", { evening: saved }))) {
    one("#br-begin").open = true;
    one("#br-rules").focus();
  }
});

onLanguage(async () => {
  if (!python) return;
  await games(one("#br-rules").value);
  form = null;
  if (sheet) await take("read evening", { evening: sheet.evening });
});

/** The games in the language of the page, and the seats of the one that is chosen. */
async function games(chosen) {
  const known = (await python.ask("games")).games;
  fill(one("#br-rules"), known.map(({ slug, title }) => [slug, title]), chosen);
  await seats();
}

one("#br-rules")?.addEventListener("change", seats);

/** A name for each seat of the game that is chosen. */
async function seats() {
  const { seats: count } = await python.ask("form", { slug: one("#br-rules").value });
  const place = one("#br-names");
  const before = [...place.querySelectorAll("input")].map((field) => field.value);
  const fields = Array.from({ length: count }, (_, seat) =>
    make(
      "label",
      {},
      say("Player {number}", { number: seat + 1 }),
      make("input", { name: "player", required: true, maxlength: 40, autocomplete: "off", value: before[seat] ?? "" }),
    ),
  );
  place.replaceChildren(...fields);
  fill(one("#br-dealer"), fields.map((_, seat) => [String(seat), say("Player {number}", { number: seat + 1 })]));
}

one("#br-begin form")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const players = [...event.target.querySelectorAll("[name=player]")].map((field) => field.value);
  const asked = { slug: one("#br-rules").value, players, dealer: Number(one("#br-dealer").value) };
  if (await take("begin evening", asked)) {
    one("#br-begin").open = false;
    one("#br-bid").focus();
  }
});

one("#br-told")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const what = correcting === null ? "deal" : "correct";
  const asked = { evening: sheet.evening, told: told() };
  if (correcting !== null) asked.number = correcting;
  if (await take(what, asked)) {
    one("#br-next-deal").scrollIntoView({ block: "nearest" });
    one("#br-bid").focus({ preventScroll: true });
  }
});

one("#br-cancel")?.addEventListener("click", () => {
  correcting = null;
  clear();
});
one("#br-export")?.addEventListener("click", () => download("evening.json", sheet.evening));
one("#br-import")?.addEventListener("change", async (event) => {
  const [file] = event.target.files;
  if (file && (await take("read evening", { evening: await file.text() }))) one("#br-begin").open = false;
  event.target.value = "";
});

/** Ask, and show the sheet; whether it was not refused. */
async function take(what, asked) {
  const answer = await python.ask(what, asked);
  one("#br-wrong").textContent = no(answer.refused);
  if (answer.refused) return false;
  if (form?.slug !== answer.slug) form = await python.ask("form", { slug: answer.slug });
  sheet = answer;
  correcting = null;
  kept.set("evening", sheet.evening);
  render();
  clear();
  return true;
}

function render() {
  one("#br-night").hidden = false;
  show(one("#br-sheet"), sheet.sheet);
  const last = sheet.deals.at(-1);
  show(one("#br-last-bill"), last ? last.bill : "");
  one("#br-next-deal").textContent = sheet.coming;
  one("#br-correcting").hidden = !last;
  fill(one("#br-which"), sheet.deals.map(({ title }, place) => [String(place), title]), "");
  one("#br-remove").hidden = !last;
  one("#br-remove").onclick = () => take("remove", { evening: sheet.evening, number: last.number });
}

one("#br-correct")?.addEventListener("click", () => correctDeal(sheet.deals[Number(one("#br-which").value)]));

function correctDeal(deal) {
  correcting = deal.number;
  clear(deal.told);
  one("#br-bid").focus();
}

// The form of a deal.

const field = (text, control) => make("label", {}, text, control);
const select = (name, options) => {
  const made = make("select", { name });
  fill(made, options);
  return made;
};
const number = (name, seat, most) =>
  make("input", { type: "number", name, min: 0, max: most, inputmode: "numeric", "data-seat": String(seat), placeholder: "0" });

/** The form for the next deal, or for one that is corrected. */
function clear(before = {}) {
  const players = sheet.players.map((name, seat) => [String(seat), name]);
  const some = (options) => [["", "–"], ...options];
  fill(one("#br-bid"), [["", say("passed out")], ...form.bids.map(({ key, name }) => [key, name])], "");
  const bySeat = (name, text, most) =>
    make(
      "fieldset",
      { "data-field": name },
      make("legend", {}, text),
      ...sheet.players.map((who, seat) => field(who, number(name, seat, most))),
    );
  const asked = [
    ["trump", field(say("Trumps"), select("trump", some(suits())))],
    ["declarer", field(say("Declarer"), select("declarer", players))],
    ["partner", field(say("Partner"), select("partner", [["", say("alone")], ...players]))],
    ["turned", field(say("Turned"), select("turned", some(suits())))],
    ["belle", field(say("Belle"), select("belle", some(suits())))],
    ["class", field(say("Suit class"), select("class", some(form.classes)))],
    ["tricks", bySeat("tricks", say("tricks"), 13)],
  ];
  const checks = (name, text) =>
    make("fieldset", { "data-field": name }, make("legend", {}, text), ...sheet.players.map((who, seat) => field(who, make("input", { type: "checkbox", name, value: String(seat) }))));
  const rare = [
    ["honours", bySeat("honours", say("honours"), 4)],
    ["slam", field(say("Slam declared"), select("slam", some([["closed", say("closed")], ["table", say("on the table")]])))],
    ["boston", field(say("Dealt the Boston"), select("boston", some(players)))],
    ["conceded", field(say("Conceded"), make("input", { type: "checkbox", name: "conceded" }))],
    ["chicane", checks("chicane", say("Chicane"))],
    ["target", field(say("Target"), make("input", { type: "number", name: "target", min: 0, max: 13 }))],
    ["misdeals", field(say("Misdeals"), make("input", { type: "number", name: "misdeals", min: 0, max: 9, value: 0 }))],
    ["touched", field(say("Cards touched"), make("input", { type: "checkbox", name: "touched" }))],
    ["revokes", checks("revokes", say("Revoked"))],
  ];
  const wanted = (asked) => form.asks[asked[0]] !== false;
  one("#br-asked").replaceChildren(...asked.filter(wanted).map(([, control]) => control));
  one("#br-rare").replaceChildren(...rare.filter(wanted).map(([, control]) => control));
  one("#br-told").querySelectorAll("input, select").forEach((control) => put(control, before));
  one("#br-told button[type=submit]").textContent =
    correcting === null ? say("Settle the deal") : say("Correct deal {number}", { number: correcting });
  one("#br-cancel").hidden = correcting === null;
  fit();
}

function put(control, before) {
  const value = before[control.name];
  if (value === undefined || value === null) return;
  if (control.dataset.seat) control.value = value[control.dataset.seat] || "";
  else if (control.type === "checkbox") {
    control.checked = Array.isArray(value) ? value.includes(Number(control.value)) : value;
  } else control.value = value;
}

one("#br-bid")?.addEventListener("change", fit);

/** Ask only for what the bid has. */
function fit() {
  const bid = form.bids.find(({ key }) => key === one("#br-bid").value);
  const turned = bid || form.asks.belle;
  const shown = { trump: bid?.trumps, partner: bid?.partner, declarer: bid, turned, belle: turned };
  Object.assign(shown, { class: bid?.trumps, tricks: bid || form["passed out is played"] });
  for (const [name, wanted] of Object.entries(shown)) {
    const control = one(`#br-told [name="${name}"]`);
    const box = control?.closest("fieldset") ?? control?.closest("label");
    if (box) box.hidden = !wanted;
  }
}

/** What the form says, as Python takes it. */
function told() {
  const made = {};
  const fields = [...one("#br-told").querySelectorAll("input, select")];
  for (const control of fields.filter((each) => !each.closest("[hidden]"))) {
    const { name, type, value, dataset } = control;
    if (dataset.seat) (made[name] ??= Array(sheet.players.length).fill(0))[dataset.seat] = Number(value);
    else if (["chicane", "revokes"].includes(name)) {
      made[name] ??= [];
      if (control.checked) made[name].push(Number(value));
    } else if (type === "checkbox") made[name] = control.checked;
    else if (value !== "") {
      const counted = type === "number" || ["declarer", "partner", "boston"].includes(name);
      made[name] = counted ? Number(value) : value;
    }
  }
  return made;
}
