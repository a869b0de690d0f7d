// What the client is told. The pictures, words and tokens come from boston_rules.telling.screen.

export interface Option {
  name: string;
  label: string;
  choices: [unknown, string][] | null;
  chosen: unknown;
}

export interface Game {
  slug: string;
  title: string;
  about: string;
  seats: number;
  options: Option[];
}

export interface Opening {
  game: string;
  name: string;
  bots: number;
  bot: string;
  options: Record<string, unknown>;
  seed?: string;
  lesson?: boolean;
  seconds?: number;
  onlookers?: boolean;
  delay?: number;
  public?: boolean;
}

/** A moment of a deal, from which it is played again. */
export interface Moment {
  record: string;
  seat?: number;
  events?: number;
}

export interface OpenTable {
  table: string;
  title: string;
  names: string[];
  bots: boolean[];
}

export interface HandCard {
  card: string;
  words: string;
  token: string | null;
  label: string;
  legal: boolean;
  why: string;
}

export interface Bid {
  token: string;
  label: string;
  short: string;
  legal: boolean;
  why: string;
  pays: string;
  costs: string;
}

export interface Scene {
  slug: string;
  title: string;
  game: string;
  deal: number;
  deals: number | null;
  phase: string;
  actor: number | null;
  turn: string;
  seats: {
    cards: string[];
    hidden: number;
    faced: string[];
    chips: number;
    won: number | null;
    tricks: number | null;
    call: string;
    roles: string[];
    dealer: boolean;
    side: boolean;
  }[];
  seating: number[];
  dead: { cards: string[]; hidden: number } | null;
  leader: number | null;
  trick: [number, string][];
  last: { cards: [number, string][]; winner: number; number: number } | null;
  pool: number | null;
  contract: { name: string; side: string; goal: string; trump: string | null } | null;
  standing: string;
  auction: [number, string][];
  facts: [string, string][];
  hand: HandCard[];
  bids: { name: string; goal: string; cells: Bid[] }[];
  choices: { name: string; items: { token: string; label: string; short: string }[] }[];
  bill: string[] | null;
  table: string | null;
  over: string | null;
  position: number;
  seat: number | null;
  people: { name: string; bot: string; here: boolean; away: boolean }[];
  undo: boolean;
  waiting: number[];
  wishes: Record<string, number[]>;
  clock: { seats: number[]; left: number } | null;
  ended: boolean;
  promise: string;
  score: string | null;
  log?: string[];
  said?: string;
}

export interface Frame {
  changes: Partial<Scene>;
  do?: string;
  seat?: number;
  card?: string;
  said?: string;
}

export interface News {
  scene?: Scene;
  frames?: Frame[];
}

export interface Greeting {
  pack: Record<string, string>;
}

export interface Listener {
  greeted(greeting: Greeting): void;
  news(news: News): void;
  down(why: string, forGood?: boolean): void;
}

export interface Line {
  ask(what: string, more?: object): Promise<any>;
  close(): void;
}
