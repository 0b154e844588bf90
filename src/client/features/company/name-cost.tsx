import { useTextRules } from '../follow-ups/use-text-rules.ts';
import { nameCostWords, needsJudging } from './name-cost.rules.ts';

/** Below a company's name while it's typed: which characters of it make texts cost more. Empty if none does (T12). */
export function NameCost({ name }: { name: string }) {
  const rules = useTextRules(needsJudging(name));
  const words = rules ? nameCostWords(name, rules) : null;
  return words === null ? null : <span className="block">{words}</span>;
}
