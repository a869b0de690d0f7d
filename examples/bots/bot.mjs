// A complete bot: it bids suits that are long enough, wins tricks cheaply and keeps high cards.
import { createInterface } from "node:readline";

const PROTOCOL = "boston_rules/bot/1";
const RANKS = "23456789TJQKA";
const rank = (card) => RANKS.indexOf(card[0]);
let contracts, trump, trick;

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

function follow(events) {
  for (const { do: done } of events) {
    const [verb, key, suit] = done.split(" ");
    if (verb === "bid" && "SHDC".includes(suit)) trump = suit;
    if (verb === "play") trick = [...(trick.length === 4 ? [] : trick), key];
  }
}

const beats = (card, best) =>
  card[1] === best[1] ? rank(card) > rank(best) : card[1] === trump;

function bid(hand, legal) {
  const tricks = (suit) => {
    const held = hand.filter((card) => card[1] === suit).length;
    const high = hand.filter((card) => rank(card) > 10 && card[1] !== suit).length;
    return held - 1 + 0.7 * high;
  };
  const worth = (token) => {
    const [, key, suit] = token.split(" ");
    const found = contracts.find((one) => one.contract === key && one.trump === suit);
    if (!found || found.most !== null) return 0;
    return tricks(suit) < found.tricks ? 0 : found.chips[0][found.tricks];
  };
  const best = legal.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  return worth(best) > 0 ? best : legal[0];
}

function play(cards) {
  const open = trick.length === 4 ? [] : trick;
  const best = open.reduce((one, other) => (beats(other, one) ? other : one), open[0]);
  const low = [...cards].sort((a, b) => rank(a) - rank(b) + 9 * ((a[1] === trump) - (b[1] === trump)));
  if (!best) return low.at(-1);
  return low.find((card) => beats(card, best)) ?? low[0];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") say({ type: "hello", protocol: PROTOCOL, name: "Node bot" });
  if (message.type === "rules") contracts = message.contracts;
  if (message.type === "view") {
    [trump, trick] = [null, []];
    follow(message.view.deals.at(-1).events);
  }
  if (message.type === "choose") {
    follow(message.events);
    const cards = message.legal.filter((token) => token.startsWith("play ")).map((token) => token.slice(5));
    const action = cards.length ? `play ${play(cards)}` : bid(message.hand.split(" "), message.legal);
    say({ id: message.id, action });
  }
}
