import { measureWords } from './measure-words.ts';
import { useTextRules } from './use-text-rules.ts';

interface TextMeasureProps {
  /** The message with its tags filled in. */
  body: string;
  /** Whether `body` is the longest version that any lead would get. */
  atMost?: boolean;
}

/** The number of texts, their encoding, and the characters that raise the cost (T12). */
export function TextMeasure({ body, atMost = false }: TextMeasureProps) {
  const rules = useTextRules();
  if (!rules) return null;
  const words = measureWords(rules.measureText(body));
  return <span className="xs muted tabular-nums">{atMost ? `Up to ${words}` : words}</span>;
}
