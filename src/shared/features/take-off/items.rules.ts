import { formatFeet, formatNumber } from '../../primitives/feet.ts';
import { dividedBy, type Fraction, fraction, NONE, plus, roundedUp, times } from '../../primitives/fraction.ts';
import type { Language } from '../../primitives/language.ts';
import { BAG_YIELD } from './default-rules.ts';
import type { BagPounds, ChainLinkSystem, FenceSystem, WoodSystem } from './fence-system.schema.ts';
import type { CountedPosts, CountedRun, Opening, Posts, Stretch } from './posts.rules.ts';
import { type TakeOffWords, takeOffWords } from './words/index.ts';

/** One line of the list. Different goods can have the same key. Their labels differ. */
export interface MaterialItem {
  key: string;
  label: string;
  unit: string;
  quantity: number;
}

interface Goods {
  key: string;
  label: string;
  unit?: keyof TakeOffWords['units'];
  /** Screws for each board, once the boards are rounded. */
  screwsEach?: number;
}

/** The order of a list by the first part of each key. */
const ORDER =
  'post rail board screw panel fabricRolls topRail tensionBar tensionBand braceBand railEnd bolt tieBags hogRing cap wallBracket concrete hinge hingeSet latch dropRod'.split(
    ' ',
  );

const CUBIC_INCHES = 1728;
const FOOT = fraction(12);
const HUNDRED = fraction(100);

interface Count {
  run: CountedRun;
  goods: Goods;
  exact: Fraction;
}

interface Options {
  bag: BagPounds;
  language: Language;
}

/** Returns the items of the whole layout and of each run. Quantities are rounded up once per item and list. */
export const countItems = (
  { posts, segments, sides, brackets }: CountedPosts,
  { bag, language }: Options,
): { all: MaterialItem[]; byRun: Map<number, MaterialItem[]> } => {
  const words = takeOffWords(language);
  const label: Label = { words, feet: (feet) => formatFeet(feet, language) };
  const counts: Count[] = [];
  const add: Add = (run, goods, quantity) => {
    const exact = typeof quantity === 'number' ? fraction(quantity) : quantity;
    if (exact.of > 0n) counts.push({ run, goods, exact });
  };
  for (const each of posts) addPosts(add, label, each, bag);
  for (const run of brackets)
    add(run, { key: 'wallBracket', label: words.wallBracket({ family: words.families[run.rules.family] }) }, 1);
  for (const segment of segments)
    if (segment.kind === 'stretch') addStretch(add, label, segment);
    else addGate(add, label, segment);
  for (const { run, count } of sides)
    if (run.rules.family === 'chain_link') addSides(add, label, run, run.rules, count);
  const runs = new Set(counts.map(({ run }) => run.index));
  return {
    all: rounded(counts, words),
    byRun: new Map(
      [...runs].map((index) => [
        index,
        rounded(
          counts.filter(({ run }) => run.index === index),
          words,
        ),
      ]),
    ),
  };
};

type Add = (run: CountedRun, goods: Goods, quantity: number | Fraction) => void;
interface Label {
  words: TakeOffWords;
  feet: (feet: number) => string;
}

const rounded = (counts: readonly Count[], words: TakeOffWords): MaterialItem[] => {
  const sums = new Map<string, { goods: Goods; exact: Fraction }>();
  for (const { goods, exact } of counts) {
    const id = [goods.key, goods.label, goods.screwsEach ?? 0].join('\n');
    sums.set(id, { goods, exact: plus(sums.get(id)?.exact ?? NONE, exact) });
  }
  const items = new Map<string, MaterialItem>();
  const put = (goods: Goods, quantity: number): void => {
    const id = `${goods.key}\n${goods.label}`;
    const unit = words.units[goods.unit ?? 'each'];
    items.set(id, { key: goods.key, label: goods.label, unit, quantity: (items.get(id)?.quantity ?? 0) + quantity });
  };
  for (const { goods, exact } of sums.values()) {
    const quantity = roundedUp(exact);
    put(goods, quantity);
    if (goods.screwsEach) put({ key: 'screw', label: words.screw }, quantity * goods.screwsEach);
  }
  const place = ({ key }: MaterialItem): number => ORDER.indexOf(key.split('.')[0] ?? '');
  return [...items.values()].toSorted((one, other) => place(one) - place(other));
};

/** Returns the entry for a height. The rules have one for every height up to the system's tallest. */
const at = <Entry extends { upToFt: number }>(list: readonly Entry[], heightFt: number): Entry => {
  const entry = list.find(({ upToFt }) => heightFt <= upToFt);
  if (!entry) throw new Error(`no rule for ${heightFt} ft`);
  return entry;
};

const addPosts = (add: Add, { words }: Label, { role, of, run, count }: Posts, bag: BagPounds): void => {
  const { rules, heightFt } = of;
  const kind = kindOf(rules, role, heightFt);
  const family = words.families[rules.family];
  add(run, { key: `post.${kind}`, label: words.post({ kind: translated(kind, words), family }) }, count);
  if (rules.family === 'chain_link' && role === 'line') {
    add(run, { key: 'cap.loop', label: words.capLoop }, count);
    const ties = Math.ceil((heightFt * 12) / rules.tieEveryInOnPost) * count;
    add(run, tieBag(words, rules), dividedBy(fraction(ties), fraction(rules.tiesPerBag)));
  } else if (rules.family === 'chain_link') add(run, { key: 'cap.dome', label: words.capDome }, count);
  else if (rules.caps) add(run, { key: 'cap.post', label: words.capPost({ family }) }, count);
  const bags = bagsPerHole(rules, role, heightFt, bag);
  add(run, { key: `concrete.${bag}`, label: words.concrete({ pounds: bag }), unit: 'bag' }, count * bags);
};

/** Returns inches in sixteenths: '2-3/8 in' for 2.375. */
const inchesOf = (inches: number): string => {
  let [of, over] = [Math.round((inches % 1) * 16), 16];
  while (of > 0 && of % 2 === 0) [of, over] = [of / 2, over / 2];
  const parts = [Math.floor(inches) || '', of === 0 ? '' : `${of}/${over}`].filter((part) => part !== '');
  return `${parts.join('-')} in`;
};

const kindOf = (rules: FenceSystem, role: Posts['role'], heightFt: number): string => {
  if (rules.family !== 'chain_link') return rules.posts[role === 'pull' ? 'line' : role];
  const side = role === 'line' ? 'line' : 'terminal';
  return `${inchesOf(at(rules.holeByHeight, heightFt)[side].odIn)} ${side}`;
};

const translated = (kind: string, { kindWords }: TakeOffWords): string =>
  kind.replace(
    /thick wall|[a-z]+/g,
    (word) => Object.entries(kindWords).find(([english]) => english === word)?.[1] ?? word,
  );

/** The bags of concrete for one hole. */
const bagsPerHole = (rules: FenceSystem, role: Posts['role'], heightFt: number, bag: BagPounds): number => {
  if (rules.family === 'split_rail') return 0;
  const hole =
    rules.family === 'chain_link' ? pipeHole(rules, role, heightFt) : rules.hole[role === 'gate' ? 'gate' : 'line'];
  const cubicInches = ((Math.PI * hole.diameterIn ** 2) / 4 - hole.postAreaSqIn) * hole.concreteIn;
  return Math.ceil(cubicInches / CUBIC_INCHES / BAG_YIELD[bag]);
};

const pipeHole = (rules: ChainLinkSystem, role: Posts['role'], heightFt: number) => {
  const { odIn } = at(rules.holeByHeight, heightFt)[role === 'line' ? 'line' : 'terminal'];
  return {
    diameterIn: odIn * rules.holeDiameterTimesOd,
    concreteIn: rules.holeDepthIn.at4Ft + Math.max(0, heightFt - 4) * rules.holeDepthIn.perFootAbove4,
    postAreaSqIn: (Math.PI * odIn ** 2) / 4,
  };
};

const addStretch = (add: Add, label: Label, { run, length, sections }: Stretch): void => {
  const { words, feet } = label;
  const { rules, heightFt } = run;
  const family = words.families[rules.family];
  const long = dividedBy(fraction(length), HUNDRED);
  switch (rules.family) {
    case 'wood':
    case 'split_rail': {
      const rail = { key: 'rail', label: words.rail({ stock: feet(rules.railStockFt), family }) };
      add(run, rail, at(rules.railsByHeight, heightFt).rails * piecesPerRail(rules, sections));
      if (rules.family === 'wood') addBoards(add, label, run, rules, long);
      break;
    }
    case 'vinyl':
    case 'aluminum': {
      const panel = words.panel({ height: feet(heightFt), width: feet(rules.spacingFt), family });
      add(run, { key: `panel.${heightFt}`, label: panel }, sections);
      break;
    }
    case 'chain_link':
      addFabric(add, label, run, rules, long);
  }
};

/** The pieces of stock for one rail along a stretch. A piece of stock reaches over whole sections. */
const piecesPerRail = (
  { spacingFt, railStockFt }: Pick<WoodSystem, 'spacingFt' | 'railStockFt'>,
  sections: number,
): number =>
  railStockFt >= spacingFt
    ? Math.ceil(sections / Math.floor(railStockFt / spacingFt))
    : sections * Math.ceil(spacingFt / railStockFt);

const addBoards = (add: Add, { words, feet }: Label, run: CountedRun, rules: WoodSystem, long: Fraction): void => {
  const { board, boardWastePercent, railsByHeight, screwsPerBoardPerRail } = rules;
  const waste = dividedBy(plus(HUNDRED, fraction(boardWastePercent)), HUNDRED);
  const inches = times(long, FOOT, waste, fraction(board.sides));
  add(
    run,
    {
      key: `board.${run.heightFt}`,
      label: words.board({ height: feet(run.heightFt), face: formatNumber(board.faceIn) }),
      screwsEach: at(railsByHeight, run.heightFt).rails * screwsPerBoardPerRail,
    },
    dividedBy(inches, plus(fraction(board.faceIn), fraction(board.gapIn))),
  );
};

const addGate = (add: Add, label: Label, { run, width, leaves }: Opening): void => {
  const { words } = label;
  const { rules, heightFt } = run;
  const isDouble = leaves === 2;
  const latch = { key: 'latch', label: words.latch };
  const { gate } = rules;
  if (rules.family === 'wood') {
    addBoards(add, label, run, rules, dividedBy(fraction(width), HUNDRED));
    add(run, { key: 'rail.gate', label: words.gateRail }, rules.gate.frameBoardsPerLeaf * leaves);
    add(run, { key: 'hinge', label: words.hinge }, at(rules.gate.hinges, heightFt).perLeaf * leaves);
    add(run, latch, rules.gate.latchPerOpening);
  } else if (rules.family === 'chain_link') {
    const { postHingesPerLeaf: posts, frameHingesPerLeaf: frames } = rules.gate;
    add(run, { key: 'hinge', label: words.pipeHinge({ posts, frames }) }, (posts + frames) * leaves);
    if (!isDouble) add(run, latch, rules.gate.forkLatchPerSingle);
  } else {
    const family = words.families[rules.family];
    add(run, { key: 'hingeSet', label: words.hingeSet({ family }) }, rules.gate.hingeSetsPerLeaf * leaves);
    add(run, latch, rules.gate.latchPerOpening);
  }
  if (isDouble) add(run, { key: 'dropRod', label: words.dropRod }, gate.dropRodPerDouble);
};

const addFabric = (add: Add, { words, feet }: Label, run: CountedRun, rules: ChainLinkSystem, long: Fraction): void => {
  const roll = words.fabric({ height: feet(run.heightFt), roll: feet(rules.fabricRollFt) });
  const inches = times(long, FOOT);
  add(run, { key: 'fabricRolls', label: roll, unit: 'roll' }, dividedBy(long, fraction(rules.fabricRollFt)));
  const topRail = { key: 'topRail', label: words.topRail({ stick: feet(rules.topRailStickFt) }) };
  add(run, topRail, dividedBy(long, fraction(rules.topRailStickFt)));
  add(run, tieBag(words, rules), dividedBy(inches, fraction(rules.tieEveryInOnRail * rules.tiesPerBag)));
  if (rules.bottomWire)
    add(run, { key: 'hogRing', label: words.hogRing }, dividedBy(inches, fraction(rules.hogRingEveryIn)));
};

const tieBag = (words: TakeOffWords, { tiesPerBag }: ChainLinkSystem): Goods => ({
  key: 'tieBags',
  label: words.tieBag({ count: tiesPerBag }),
  unit: 'bag',
});

const addSides = (add: Add, { words, feet }: Label, run: CountedRun, rules: ChainLinkSystem, sides: number): void => {
  const bands = Math.ceil(run.heightFt * rules.tensionBandsPerFootOfHeight) * sides;
  const braces = rules.braceBandsPerSide * sides;
  add(
    run,
    { key: 'tensionBar', label: words.tensionBar({ height: feet(run.heightFt) }) },
    rules.tensionBarsPerSide * sides,
  );
  add(run, { key: 'tensionBand', label: words.tensionBand }, bands);
  add(run, { key: 'braceBand', label: words.braceBand }, braces);
  add(run, { key: 'railEnd', label: words.railEnd }, rules.railEndsPerSide * sides);
  add(run, { key: 'bolt', label: words.bolt }, bands + braces);
};
