type Point = readonly [x: number, y: number];

/** In canvas units. Points closer than this to the previous point are skipped. */
const NEAR = 3;
/** In characters: the maximum length of a stored signature (`signature.rules.ts`), minus room for one more stroke. */
const MOST = 19_000;

/**
 * Lets the homeowner draw a signature with a finger, pen or mouse. The strokes are written to the form's hidden field
 * as an SVG path in canvas units. If that field is empty, the typed name is the signature.
 */
export function openPad(pad: HTMLElement): void {
  const canvas = pad.querySelector('canvas');
  const field = pad.closest('form')?.querySelector<HTMLInputElement>('input[name=signature]');
  const clear = pad.querySelector<HTMLButtonElement>('[data-clear]');
  const brush = canvas?.getContext('2d');
  if (!canvas || !field || !clear || !brush) return;
  pad.hidden = false;
  const strokes: Point[][] = [];
  let drawing: Point[] | undefined;

  const draw = () => {
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.lineWidth = 4;
    brush.lineCap = brush.lineJoin = 'round';
    brush.strokeStyle = getComputedStyle(canvas).color;
    for (const [first, ...rest] of strokes) {
      if (!first) continue;
      brush.beginPath();
      brush.moveTo(...first);
      for (const point of rest.length > 0 ? rest : [first]) brush.lineTo(...point);
      brush.stroke();
    }
  };
  const keep = () => {
    const lines = strokes.filter((stroke) => stroke.length > 1);
    field.value = lines.map((stroke) => `M${stroke.map(([x, y]) => `${x} ${y}`).join('L')}`).join('');
    clear.hidden = strokes.length === 0;
  };
  const pointOf = (event: PointerEvent): Point => {
    const box = canvas.getBoundingClientRect();
    const within = (at: number, most: number) => Math.round(Math.min(Math.max(at, 0), most));
    return [
      within(((event.clientX - box.left) * canvas.width) / box.width, canvas.width),
      within(((event.clientY - box.top) * canvas.height) / box.height, canvas.height),
    ];
  };
  canvas.addEventListener('pointerdown', (event) => {
    if (!event.isPrimary || event.button !== 0 || field.value.length > MOST) return;
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    drawing = [pointOf(event)];
    strokes.push(drawing);
    draw();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drawing || !event.isPrimary) return;
    for (const part of event.getCoalescedEvents?.() ?? [event]) {
      const point = pointOf(part);
      const last = drawing[drawing.length - 1];
      if (last && Math.hypot(point[0] - last[0], point[1] - last[1]) < NEAR) continue;
      drawing.push(point);
    }
    draw();
  });
  const lift = () => {
    drawing = undefined;
    keep();
    if (field.value.length > MOST + 1_000) strokes.pop();
    keep();
  };
  canvas.addEventListener('pointerup', lift);
  canvas.addEventListener('pointercancel', lift);
  clear.addEventListener('click', () => {
    strokes.length = 0;
    draw();
    keep();
    canvas.focus();
  });
  // The ink color depends on the theme, so the signature is redrawn when the theme changes.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}
