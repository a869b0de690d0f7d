// The page "Play in the browser".
import { one, say } from "./common.mjs";

if (location.protocol === "file:") {
  for (const status of document.querySelectorAll(".br-status")) {
    status.textContent = say("Open this page from a web server: browsers load no Python from files.");
  }
} else if (one(".br-part")) {
  await Promise.all([import("./play.mjs"), import("./score.mjs"), import("./python.mjs")]);
  for (const button of document.querySelectorAll(".br-main:disabled")) button.disabled = false;
}
