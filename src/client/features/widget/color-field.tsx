import { useEffect, useRef, useState } from 'react';
import { brandFill, DEFAULT_BRAND_COLOR } from '#shared/features/widget/brand-fill.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** The delay before saving. Without it, dragging the color picker would save every shade. */
const PAUSE_MS = 500;

const readColor = (text: string): string | undefined =>
  /^#?([0-9a-f]{6})$/i.test(text.trim()) ? `#${text.trim().replace('#', '').toLowerCase()}` : undefined;

/** Describes how a color will look on buttons. */
const contrastWords = (color: string): string => {
  const { fill, label } = brandFill(color);
  if (fill !== color) return `White text would be hard to read on this color, so buttons use the darker ${fill}.`;
  return label === '#ffffff'
    ? 'White text is easy to read on this color.'
    : 'This color is light, so button text is dark.';
};

/** A sample of the form's button. Screen readers get its description from the hint instead. */
function ButtonSample({ color }: { color: string }) {
  const { fill, label } = brandFill(color);
  return (
    <span aria-hidden className="sample">
      <span>Button sample</span>
      <span style={{ background: fill, color: label }}>Get my estimate</span>
    </span>
  );
}

interface ColorFieldProps {
  /** The saved color, '#rrggbb'. */
  value: string;
  onSave: (color: string) => void;
}

/**
 * The company's color, chosen with a picker or typed. It's saved after a short pause, and its contrast is described.
 */
export function ColorField({ value, onSave }: ColorFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const [left, setLeft] = useState(false);
  const shown = text ?? value;
  const color = readColor(shown);
  const waiting = useRef<string>(null);
  const save = useRef(onSave);
  useEffect(() => {
    save.current = onSave;
  });

  const flush = () => {
    if (waiting.current === null) return;
    save.current(waiting.current);
    waiting.current = null;
    // From here on, the saved color is shown, so that a rejected color is reverted.
    setText(null);
  };
  useEffect(() => {
    if (text === null || color === undefined || color === value) return;
    waiting.current = color;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, color, value]);
  // Saves the chosen color if the component unmounts during the delay.
  useEffect(() => flush, []);

  const leave = () => {
    flush();
    setLeft(true);
    if (color !== undefined) setText(null);
  };
  const type = (next: string) => {
    if (readColor(next) === undefined || readColor(next) === value) waiting.current = null;
    setText(next);
  };
  const toDefault = () => {
    waiting.current = null;
    setText(null);
    onSave(DEFAULT_BRAND_COLOR);
  };
  return (
    <div className="color-field">
      <Field
        label="Primary color"
        error={left && color === undefined ? 'Enter a color such as #3b82f6' : undefined}
        hint={
          <>
            {contrastWords(color ?? value)} The top edge keeps your original color.
            {value !== DEFAULT_BRAND_COLOR && (
              <>
                {' '}
                <button type="button" className="linkish" onClick={toDefault}>
                  Use the default
                </button>
              </>
            )}
          </>
        }
      >
        <span className="colorrow">
          <input
            type="color"
            aria-label="Pick the primary color"
            value={color ?? value}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
          />
          <Input
            value={shown}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
            onKeyDown={(event) => event.key === 'Enter' && leave()}
            maxLength={9}
            spellCheck={false}
            autoComplete="off"
          />
          <ButtonSample color={color ?? value} />
        </span>
      </Field>
    </div>
  );
}
