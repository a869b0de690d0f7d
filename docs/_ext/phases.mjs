// What a machine sees of a page of the client: cut off, covered, too small, one above the other.
// Run in the page by docs/_ext/phases.py.
() => {
  const found = [];
  const phone = innerWidth < 600;
  const least = phone ? 43.5 : 24;
  const name = (each) => `${each.className || each.tagName}: ${(each.ariaLabel || each.textContent).slice(0, 40)}`;
  const box = (each) => each.getBoundingClientRect();
  const seen = (each) => each.checkVisibility() && box(each).width > 1 && !each.closest(".heard, dialog");
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  for (const each of all("button, .plate, .panel, .turn, .box, .mini, .call, .top h1, .pool")) {
    const { left, right, top, bottom } = box(each);
    if (left < -0.5 || right > innerWidth + 0.5 || top < -0.5 || bottom > innerHeight + 0.5)
      if (!each.closest(".hand") || left < -8 || right > innerWidth + 8) found.push(`cut off: ${name(each)}`);
  }
  for (const each of all(".box, .felt, .plate, .panel, .turn, .hand button, .tools")) {
    const clip = getComputedStyle(each).overflow !== "visible";
    if (each.matches(".box") && each.scrollHeight > each.clientHeight + 1) found.push(`scrolls: ${name(each)}`);
    if (clip && each.scrollWidth > each.clientWidth + 1) found.push(`too narrow: ${name(each)}`);
  }
  for (const each of all("button:not(.hand button)"))
    if (each.scrollWidth > each.clientWidth + 1) found.push(`too narrow: ${name(each)}`);
  for (const each of all(".call"))
    if (box(each).height > 48) found.push(`too high: ${name(each)}`);
  for (const each of all("button:not(.hand button), select, input, summary")) {
    const { width, height } = box(each);
    if (Math.min(width, height) < least) found.push(`small (${Math.round(width)}×${Math.round(height)}): ${name(each)}`);
  }
  const hand = all(".hand button");
  hand.forEach((card, at) => {
    const next = hand[at + 1];
    const { left, top, width, height } = box(card);
    const sameRow = next && Math.abs(box(next).top - top) < height / 3;
    const free = sameRow ? box(next).left - left : width;
    if (free < (phone ? 43.5 : 40)) found.push(`narrow card (${Math.round(free)}): ${name(card)}`);
  });
  for (const each of all("button:not([disabled])")) {
    const { left, top, width, height } = box(each);
    const spots = each.closest(".hand") ? [[0.15, 0.3], [0.25, 0.3], [0.25, 0.5]] : [[0.5, 0.5]];
    const hits = spots.map(([x, y]) => document.elementFromPoint(left + width * x, top + height * y));
    if (!hits.some((hit) => hit === null || each.contains(hit))) found.push(`covered: ${name(each)}`);
  }
  const apart = [...all(".plate"), ...all(".panel"), ...all(".turn"), ...all(".box"), ...all(".call"), ...all(".hand button")];
  apart.forEach((one, at) => apart.slice(at + 1).forEach((other) => {
    if (one.closest(".hand") && other.closest(".hand")) return;
    const a = box(one), b = box(other);
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 3 && high > 3) found.push(`${name(one)} overlaps ${name(other)}`);
  }));
  return [...new Set(found)];
}
