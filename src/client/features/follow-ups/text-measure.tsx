import { useTextRules } from './use-text-rules.ts';

/** '104 of 160, 1 text', and what makes a text dear (T12). `body` is what arrives, its tags filled. */
export function TextMeasure({ body }: { body: string }) {
  const rules = useTextRules();
  if (!rules) return null;
  const { characters, segments, encoding, culprits } = rules.measureText(body);
  const room = encoding === 'GSM-7' ? (segments > 1 ? 153 * segments : 160) : segments > 1 ? 67 * segments : 70;
  return (
    <span className="xs muted num">
      {characters} of {room}, {segments} {segments === 1 ? 'text' : 'texts'}
      {culprits.length > 0 &&
        ` (${culprits.slice(0, 3).join(' ')} ${culprits.length === 1 ? 'halves' : 'halve'} what fits)`}
    </span>
  );
}
