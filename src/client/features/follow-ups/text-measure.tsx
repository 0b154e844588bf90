import { measureWords } from './measure-words.ts';
import { useTextRules } from './use-text-rules.ts';

interface TextMeasureProps {
  /** What arrives, its tags filled. */
  body: string;
  /** It is the longest that will go to anyone. */
  atMost?: boolean;
}

/** How many texts it is, in which encoding, and what makes it dear (T12). */
export function TextMeasure({ body, atMost = false }: TextMeasureProps) {
  const rules = useTextRules();
  if (!rules) return null;
  const words = measureWords(rules.measureText(body));
  return <span className="xs muted tabular-nums">{atMost ? `Up to ${words}` : words}</span>;
}
