/** The size of the drawing, which shows a fence being built in four quarters: string line, posts, rails, boards. */
interface Shape {
  width: number;
  height: number;
  /** The number of fence sections per quarter. */
  per: number;
}

const TOP = 14;
const POST = 6;
const BOARD = 10;

const WIDE: Shape = { width: 1180, height: 140, per: 6 };
const NARROW: Shape = { width: 358, height: 92, per: 3 };

const r1 = (value: number) => Math.round(value * 10) / 10;
const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Returns the measurements that all parts of the drawing use. */
const measure = ({ width, height, per }: Shape) => {
  const ground = height - TOP;
  const quarter = width / 4;
  const section = quarter / per;
  return {
    width,
    per,
    ground,
    rise: ground - TOP,
    quarter,
    section,
    gate: Math.floor(per / 2),
    at: (which: number, index: number) => r1(which * quarter + index * section),
  };
};

type Measures = ReturnType<typeof measure>;

const board = (x: number, width: number, ground: number) =>
  `M${x} ${ground - 3}V${TOP + 7.2}l2.2-2.2h${r1(width - 4.4)}l2.2 2.2V${ground - 3}Z`;

const boardsOf = ({ section, ground }: Measures, x: number): string => {
  const count = Math.max(2, Math.round((section - POST) / BOARD));
  const width = (section - POST) / count;
  return indexes(count)
    .map((index) => board(r1(x + POST + index * width + 0.6), r1(width - 1.2), ground))
    .join('');
};

function Stake({ x, ground, rise }: { x: number; ground: number; rise: number }) {
  const top = r1(ground - rise * 0.26);
  return (
    <>
      <path className="stake" d={`M${x + 1} ${ground + 2}V${top}`} />
      <path className="flagp" d={`M${x + 1} ${top}h9l-3 4 3 4h-9z`} />
    </>
  );
}

function Rails({ x, section, rise, built }: { x: number; section: number; rise: number; built: boolean }) {
  return [0.2, 0.74].map((part) => (
    <rect
      key={part}
      className={built ? 'rail' : 'ghost'}
      x={x + POST}
      y={r1(TOP + rise * part)}
      width={r1(section - POST)}
      height="5"
    />
  ));
}

const hatchOf = ({ width, ground }: Measures) =>
  indexes(Math.ceil((width - 20) / 26))
    .map((index) => 6 + index * 26)
    .map((x) => `M${x} ${ground + 2}l-6 8M${x + 6} ${ground + 2}l-6 8M${x + 12} ${ground + 2}l-6 8`)
    .join('');

function Gate({ x, section, rise, ground }: { x: number; section: number; rise: number; ground: number }) {
  const [width, height] = [r1(section - 14), r1(rise - 20)];
  return (
    <>
      <rect className="gatebg" x={x + 9} y={TOP + 14} width={r1(section - 12)} height={ground - TOP - 18} />
      <path className="gate" d={`M${x + 10} ${TOP + 15}h${width}v${height}h-${width}zl${width} ${height}`} />
    </>
  );
}

function Drawing({ shape, className }: { shape: Shape; className: string }) {
  const m = measure(shape);
  const { width, per, ground, rise, quarter, section, gate, at } = m;
  const sections = indexes(per);
  const post = (which: number, x: number) => (
    <rect key={`${which} ${x}`} className={which === 3 ? 'post' : 'ghost'} x={x} y={TOP} width={POST} height={rise} />
  );
  return (
    <svg
      className={`run ${className}`}
      viewBox={`0 0 ${width} ${shape.height}`}
      role="img"
      aria-label="A string line becomes posts, rails and a finished fence"
    >
      <path className="string" d={`M0 ${r1(ground - rise * 0.2)}H${quarter}`} />
      {sections.map((index) => (
        <Stake key={index} x={at(0, index)} ground={ground} rise={rise} />
      ))}
      {[2, 3].flatMap((which) =>
        sections
          .filter((index) => which !== 3 || index !== gate)
          .map((index) => (
            <Rails key={`${which} ${index}`} x={at(which, index)} section={section} rise={rise} built={which === 3} />
          )),
      )}
      <path
        className="pk"
        d={sections
          .filter((index) => index !== gate)
          .map((index) => boardsOf(m, at(3, index)))
          .join('')}
      />
      <Gate x={at(3, gate)} section={section} rise={rise} ground={ground} />
      {[1, 2, 3].flatMap((which) => sections.map((index) => post(which, at(which, index))))}
      {post(3, width - POST)}
      <path className="earth" d={`M0 ${ground + 1}H${width}`} />
      <path className="hatch" d={hatchOf(m)} />
    </svg>
  );
}

/** The landing page's drawing, with one version for wide screens and one for phones. */
export function FenceLine() {
  return (
    <>
      <Drawing shape={WIDE} className="desk" />
      <Drawing shape={NARROW} className="phone" />
    </>
  );
}
