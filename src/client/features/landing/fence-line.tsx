/** A line that becomes a fence, in four quarters: string line, posts, rails, boards. */
const W = 1180;
const H = 140;
const PER = 6;
const GROUND = H - 14;
const TOP = 14;
const HEIGHT = GROUND - TOP;
const QUARTER = W / 4;
const SECTION = QUARTER / PER;
const GATE = Math.floor(PER / 2);
const BOARDS = 5;

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);
const at = (quarter: number, index: number) => Math.round((quarter * QUARTER + index * SECTION) * 10) / 10;

const board = (x: number, width: number) =>
  `M${x} ${GROUND - 3}V${TOP + 7.2}l2.2-2.2h${width - 4.4}l2.2 2.2V${GROUND - 3}Z`;

const boardsOf = (x: number): string => {
  const width = (SECTION - 6) / BOARDS;
  return indexes(BOARDS)
    .map((index) => board(Math.round((x + 6 + index * width + 0.6) * 10) / 10, Math.round((width - 1.2) * 10) / 10))
    .join('');
};

function Stake({ x }: { x: number }) {
  const top = GROUND - HEIGHT * 0.26;
  return (
    <>
      <path className="stake" d={`M${x + 1} ${GROUND + 2}V${top}`} />
      <path className="flagp" d={`M${x + 1} ${top}h9l-3 4 3 4h-9z`} />
    </>
  );
}

function Rails({ x, built }: { x: number; built: boolean }) {
  return [0.2, 0.74].map((part) => (
    <rect
      key={part}
      className={built ? 'rail' : 'ghost'}
      x={x + 6}
      y={TOP + HEIGHT * part}
      width={SECTION - 6}
      height="5"
    />
  ));
}

const hatch = indexes(Math.floor((W - 20) / 26))
  .map((index) => 6 + index * 26)
  .map((x) => `M${x} ${GROUND + 2}l-6 8M${x + 6} ${GROUND + 2}l-6 8M${x + 12} ${GROUND + 2}l-6 8`)
  .join('');

const post = (quarter: number, x: number) => (
  <rect key={`${quarter} ${x}`} className={quarter === 3 ? 'post' : 'ghost'} x={x} y={TOP} width="6" height={HEIGHT} />
);

/** The drawing of the landing page. */
export function FenceLine() {
  const gateX = at(3, GATE);
  return (
    <svg
      className="run"
      viewBox={`0 0 ${W} ${H}`}
      role="img"
      aria-label="A string line becomes posts, rails and a finished fence"
    >
      <path className="string" d={`M0 ${GROUND - HEIGHT * 0.2}H${QUARTER}`} />
      {indexes(PER).map((index) => (
        <Stake key={index} x={at(0, index)} />
      ))}
      {[2, 3].flatMap((quarter) =>
        indexes(PER)
          .filter((index) => quarter !== 3 || index !== GATE)
          .map((index) => <Rails key={`${quarter} ${index}`} x={at(quarter, index)} built={quarter === 3} />),
      )}
      <path
        className="pk"
        d={indexes(PER)
          .filter((index) => index !== GATE)
          .map((index) => boardsOf(at(3, index)))
          .join('')}
      />
      <rect className="gatebg" x={gateX + 9} y={TOP + 14} width={SECTION - 12} height={HEIGHT - 18} />
      <path
        className="gate"
        d={`M${gateX + 10} ${TOP + 15}h${SECTION - 14}v${HEIGHT - 20}h-${SECTION - 14}zl${SECTION - 14} ${HEIGHT - 20}`}
      />
      {[1, 2, 3].flatMap((quarter) => indexes(PER).map((index) => post(quarter, at(quarter, index))))}
      {post(3, W - 6)}
      <path className="earth" d={`M0 ${GROUND + 1}H${W}`} />
      <path className="hatch" d={hatch} />
    </svg>
  );
}
