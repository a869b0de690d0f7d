// The first lesson: what is said at which moment of the deal that the host has laid out for it.
import { make, say } from "./common.mjs";

/** @typedef {import("./types.d.ts").Scene} Scene */

const mine = (scene) => scene.actor !== null && scene.actor === scene.seat;
const tricks = (scene) => (scene.seat === null ? 0 : (scene.seats[scene.seat].tricks ?? 0));
const leads = (scene) => mine(scene) && scene.trick.length === 0 && scene.contract !== null;
const follows = (scene) => mine(scene) && scene.trick.length > 0;
const barred = (scene) => scene.hand.some(({ why }) => why);

/** Each is said once, the first that fits. @type {{ when: (scene: Scene) => boolean, text: () => string, mark?: string }[]} */
const STEPS = [
  {
    when: (scene) => mine(scene) && scene.bids.length > 0,
    text: () => say("Welcome. These thirteen cards are yours. First everybody bids how many tricks he will take, alone against the three others, with trumps of his choice. You have six spades with the four highest: that is good for six tricks. Bid Six in spades; each box tells what you get from each player, and what you pay if you fail."),
    mark: "bid 6 S",
  },
  {
    when: (scene) => leads(scene) && tricks(scene) === 0,
    text: () => say("Nobody bids more: spades are trumps, and you are to take six tricks. A trick is one card from each player. The highest trump takes it, or without a trump the highest card of the suit that was led. You lead first, so take the others' trumps away: play the ace of spades."),
    mark: "play AS",
  },
  {
    when: (scene) => leads(scene) && tricks(scene) === 1,
    text: () => say("That is your first trick; whoever takes a trick leads to the next. Go on with the king of spades."),
    mark: "play KS",
  },
  {
    when: (scene) => leads(scene) && tricks(scene) === 2,
    text: () => say("Count the trumps: thirteen in all, six were yours. Play the queen, and soon nobody has any but you."),
    mark: "play QS",
  },
  {
    when: (scene) => follows(scene) && barred(scene),
    text: () => say("Another has led. Whoever holds a card of that suit must play one: the cards that you may not play are grey. Touch one and it tells you why."),
  },
  {
    when: (scene) => follows(scene) && !barred(scene) && scene.hand.length > 1,
    text: () => say("You have nothing of the suit that was led, so any card will do: a trump takes the trick, another card lets it go."),
  },
  {
    when: (scene) => tricks(scene) === 6 && scene.bill === null,
    text: () => say("Six tricks: your bid is made. Each trick more pays a little more, so go on."),
  },
  {
    when: (scene) => scene.bill !== null && (scene.seats[scene.seat ?? 0].won ?? 0) > 0,
    text: () => say("The deal is over. Each of the others pays you for the bid and for the tricks above it, and the pool in the middle is yours. That is Boston: the next deal is played with cards as they come. Hint, Rules now and Take back stay with you."),
  },
  {
    when: (scene) => scene.bill !== null,
    text: () => say("The deal is over, and this time it went wrong: you pay each of the others. Review the deal shows which card did it; then play the next one."),
  },
];

export class Lesson {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    this.said = new Set();
    this.bubble = make("div", { class: "lesson", role: "note", hidden: true });
  }

  /** Say what fits a scene, once. @param {Scene} scene */
  look(scene) {
    this.place.append(this.bubble);
    const step = STEPS.find((each) => !this.said.has(each) && each.when(scene));
    if (!step) {
      if (mine(scene)) this.bubble.hidden = true;
      return "";
    }
    this.said.add(step);
    const close = make("button", { type: "button", class: "close", "aria-label": say("Close"), onclick: () => (this.bubble.hidden = true) }, "×");
    this.bubble.replaceChildren(make("p", {}, step.text()), close);
    this.bubble.hidden = false;
    for (const each of document.querySelectorAll(".advised")) each.classList.remove("advised");
    const card = step.mark?.startsWith("play ") ? step.mark.slice(5) : "-";
    document.querySelector(`[data-token="${step.mark}"], .hand [data-card="${card}"]`)?.classList.add("advised");
    return step.text();
  }
}
