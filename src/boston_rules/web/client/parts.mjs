// The parts of the documentation that keep score and try Python: their texts, languages and Python.
import { all, fill, HERE, language, languages, make, one, onLanguage, say, speak } from "./common.mjs";

// A page of the client has a part only by its name.
for (const place of all("[data-part]")) {
  place.innerHTML = await (await fetch(`${HERE}${place.dataset.part}.html`)).text();
}

/** The texts that stand in the page from the first, each with what puts it there anew. */
const standing = [];
for (const part of all(".br-part")) {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  for (let node = /** @type {any} */ (walker.nextNode()); node; node = walker.nextNode()) {
    const text = node.data.trim();
    const [before, after] = node.data.split(text);
    const place = node;
    if (text) standing.push([text.replace(/\s+/g, " "), {}, (said) => (place.data = before + said + after)]);
  }
  for (const name of ["aria-label", "placeholder"]) {
    for (const holder of all(`[${name}]`, part)) {
      standing.push([holder.getAttribute(name), {}, (said) => holder.setAttribute(name, said)]);
    }
  }
  for (const holder of all("[data-said]", part)) {
    standing.push([holder.dataset.said, holder.dataset, (said) => (holder.textContent = said)]);
  }
}

function translate() {
  for (const part of all(".br-part")) part.lang = language();
  for (const [message, values, put] of standing) put(say(message, values));
}

/** The choice of a language, before the first part of the page. */
function offerLanguages() {
  const select = make("select", { id: "br-lang", "aria-label": "Language – Langue – Sprache" });
  fill(select, languages(), language());
  select.addEventListener("change", () => speak(select.value));
  one(".br-part").before(make("p", { class: "br-language" }, select));
}

if (location.protocol === "file:") {
  for (const status of all(".br-status")) {
    status.textContent = say("Open this page from a web server: browsers load no Python from files.");
  }
} else if (one(".br-part")) {
  translate();
  onLanguage(translate);
  offerLanguages();
  await import("./score.mjs");
  if (one("#br-python")) await import("./python.mjs");
  for (const button of all(".br-main:disabled")) button.disabled = false;
  if (one(".br-page")) one(".br-load").click();
}
