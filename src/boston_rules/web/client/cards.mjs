// Playing cards as pictures that scale: large indices, pips where they belong, courts in two colours.

const SUITS = {
  S: "M12 1C13 5.4 22 9.6 22 15.2c0 2.9-2.1 4.7-4.6 4.7-1.9 0-3.4-1-4.3-2.5.2 2.6 1 4.6 2.5 5.6h-7.2c1.5-1 2.3-3 2.5-5.6-.9 1.5-2.4 2.5-4.3 2.5C4.1 19.9 2 18.1 2 15.2 2 9.6 11 5.4 12 1Z",
  H: "M12 22.5C5.2 16.3 1.5 12.2 1.5 7.8 1.5 4.3 4.1 1.8 7.2 1.8c2 0 3.8 1.1 4.8 2.9 1-1.8 2.8-2.9 4.8-2.9 3.1 0 5.7 2.5 5.7 6 0 4.4-3.7 8.5-10.5 14.7Z",
  D: "M12 .8c2.6 4.2 5.5 7.7 9 11.2-3.5 3.5-6.4 7-9 11.2C9.4 19 6.5 15.5 3 12c3.5-3.5 6.4-7 9-11.2Z",
  C: "M12 1a4.9 4.9 0 0 1 4 7.7A5 5 0 1 1 13.1 16.7c.2 2.8 1 5.2 2.5 6.3H8.4c1.5-1.1 2.3-3.5 2.5-6.3A5 5 0 1 1 8 8.7 4.9 4.9 0 0 1 12 1Z",
};

/** Columns and rows of the pips, those of the lower half turned. @type {Record<string, [number, number][]>} */
const PIPS = {
  2: [[50, 30], [50, 110]],
  3: [[50, 30], [50, 70], [50, 110]],
  4: [[34, 30], [66, 30], [34, 110], [66, 110]],
  5: [[34, 30], [66, 30], [50, 70], [34, 110], [66, 110]],
  6: [[34, 30], [66, 30], [34, 70], [66, 70], [34, 110], [66, 110]],
  7: [[34, 30], [66, 30], [50, 50], [34, 70], [66, 70], [34, 110], [66, 110]],
  8: [[34, 30], [66, 30], [50, 50], [34, 70], [66, 70], [50, 90], [34, 110], [66, 110]],
  9: [[34, 28], [66, 28], [34, 56], [66, 56], [50, 70], [34, 84], [66, 84], [34, 112], [66, 112]],
  T: [[34, 28], [66, 28], [50, 42], [34, 56], [66, 56], [34, 84], [66, 84], [50, 98], [34, 112], [66, 112]],
};

/** The upper half of a court card, 52 wide and 52 high; the lower half is the same, turned. */
const COURTS = {
  K: `<path class="robe" d="M2 52 6 37c3-6 11-9 20-9s17 3 20 9l4 15Z"/><path class="trim" d="M15 30 26 43 37 30 33 26H19Z"/><path class="gold" d="M24.5 36h3v16h-3zM2 52l3-11 5 11zM50 52l-3-11-5 11z"/><ellipse class="skin" cx="26" cy="18.5" rx="7.5" ry="9"/><path class="hair" d="M18 17c-2 7-1 13 8 15 9-2 10-8 8-15-1 4-3 6-5 6.5-2-1-4-1-6 0-2-.5-4-2.5-5-6.5Z"/><path class="gold line" d="M15 12.5 13 0l6.5 5L26-2l6.5 7L39 0l-2 12.5Z"/><circle class="gem" cx="26" cy="8.5" r="2"/><path class="ink" d="M22.5 17.5h1.8M27.7 17.5h1.8M24.5 26.5q1.5 1 3 0"/><path class="gold line" d="M44.5 20v26M41 23h7"/>`,
  Q: `<path class="robe" d="M2 52 7 38c3-6 10-8 19-8s16 2 19 8l5 14Z"/><path class="trim" d="M17 30c1 9 5 13 9 13s8-4 9-13Z"/><path class="skin" d="M20 30c1 6 3 9 6 9s5-3 6-9l-4-4h-4Z"/><path class="hair" d="M15 34c-3-6-3-14-1-20C16 8 20 6 26 6s10 2 12 8c2 6 2 14-1 20-2 1-4 1-5 0 1-6 1-11 0-14H20c-1 3-1 8 0 14-1 1-3 1-5 0Z"/><ellipse class="skin" cx="26" cy="18.5" rx="6.5" ry="8.5"/><path class="gold line" d="M16.5 11 15 3.5l5.5 3L26 0l5.5 6.5 5.5-3L35.5 11q-9.5-3-19 0Z"/><circle class="gem" cx="26" cy="6.5" r="1.6"/><path class="ink" d="M22.8 18h1.8M27.4 18h1.8"/><path class="gem" d="M24.3 23.6q1.7 1.4 3.4 0-1.7-.8-3.4 0Z"/><path class="leaf" d="M42 36c-1-5 0-8 2-11"/><circle class="gem" cx="44.5" cy="23" r="3.2"/><circle class="gold" cx="44.5" cy="23" r="1.2"/><circle class="gold" cx="26" cy="41" r="1.6"/>`,
  J: `<path class="robe" d="M4 52 8 38c3-5 10-8 18-8s15 3 18 8l4 14Z"/><path class="gold" d="m11 36 3-2.5L21 52h-5zM41 36l-3-2.5L31 52h5z"/><path class="trim" d="M18 30h16l-8 8Z"/><path class="hair" d="M16 28c-2-6-2-11 0-16h20c2 5 2 10 0 16-2 1-4 0-4-2V14H20v12c0 2-2 3-4 2Z"/><ellipse class="skin" cx="26" cy="19" rx="6.5" ry="8.5"/><path class="robe line" d="M14 13c0-6 5-10 12-10s13 3 13 9l-1 2q-12-4-24-1Z"/><path class="gold" d="M14 13q12-4 24.5 1v2.5q-12.5-5-24.5-1Z"/><path class="plume" d="M35 8c5-1 8-5 8-9 3 5 2 12-5 13Z"/><path class="ink" d="M22.8 19h1.8M27.4 19h1.8M24.5 24.5h3"/><path class="gold line" d="M44 24v26M41.5 28l2.5-5 2.5 5"/>`,
};

/** @param {string} suit */
export const suitPath = (suit) => SUITS[/** @type {"S"} */ (suit)];

/** A suit as a small picture in its colour. @param {string} suit */
export const suitSvg = (suit) =>
  `<svg class="suit ${suit}" viewBox="0 0 24 24" aria-hidden="true"><path d="${suitPath(suit)}"/></svg>`;

/** @param {string} suit @param {number} x the middle @param {number} y @param {number} size */
const pip = (suit, x, y, size, turned = false) =>
  `<path d="${suitPath(suit)}" transform="translate(${x} ${y})${turned ? " rotate(180)" : ""} scale(${size / 24}) translate(-12 -12)"/>`;

/** The rank as it is printed. @param {string} card */
export const rankOf = (card) => (card[0] === "T" ? "10" : card[0]);

/** The face of a card. @param {string} card rank and suit, as "TH" */
export function faceSvg(card) {
  const rank = card[0];
  const suit = card[1];
  const printed = rankOf(card);
  const index = `<text class="rank${printed === "10" ? " ten" : ""}" x="17" y="29" text-anchor="middle">${printed}</text>${pip(suit, 17, 45, 18)}`;
  let middle = "";
  if (rank === "A") middle = pip(suit, 56, 74, suit === "S" ? 54 : 44);
  else if (rank in COURTS) {
    const half = COURTS[/** @type {"K"} */ (rank)];
    middle =
      `<rect class="frame" x="29" y="13" width="56" height="114" rx="4"/>` +
      `<g transform="translate(31 18)">${half}</g><g transform="translate(83 122) rotate(180)">${half}</g>` +
      pip(suit, 38, 25, 12) + pip(suit, 76, 115, 12, true);
  } else {
    middle = `<g transform="translate(11 0)">${PIPS[rank].map(([x, y]) => pip(suit, x, y, 21, y > 70)).join("")}</g>`;
  }
  return (
    `<svg class="face ${suit}" viewBox="0 0 100 140" aria-hidden="true"><rect class="paper" x=".75" y=".75" width="98.5" height="138.5" rx="8"/>` +
    `${middle}<g>${index}</g></svg>`
  );
}

/** The back of a card. */
export const BACK =
  `<svg class="back" viewBox="0 0 100 140" aria-hidden="true"><rect class="paper" x=".75" y=".75" width="98.5" height="138.5" rx="8"/>` +
  `<rect class="ground" x="7" y="7" width="86" height="126" rx="4"/><path class="lattice" d="` +
  Array.from({ length: 9 }, (_, at) => `M7 ${13 + at * 24 - 60}l86 86M93 ${13 + at * 24 - 60}l-86 86`).join("") +
  `"/><rect class="rim" x="7" y="7" width="86" height="126" rx="4"/><circle class="ground" cx="50" cy="70" r="17"/><circle class="rim" cx="50" cy="70" r="14"/>` +
  `<path class="star" d="M50 58l3.2 8.8L62 70l-8.8 3.2L50 82l-3.2-8.8L38 70l8.8-3.2Z"/></svg>`;
