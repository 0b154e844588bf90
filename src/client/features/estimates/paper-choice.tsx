import { formatFeet } from '#shared/primitives/feet.ts';
import { Money } from '../../ui/figures.tsx';
import { gatesText } from '../leads/lead-words.ts';
import type { Reckoned } from './estimate-paper.tsx';

interface PaperChoiceProps {
  labels: readonly string[];
  /** By option; undefined where it can't be priced. */
  reckoned: readonly (Reckoned | undefined)[];
  /** The one that the paper shows. */
  shown: number;
  onShow: (at: number) => void;
}

/** The options as the homeowner chooses among them. */
export function PaperChoice({ labels, reckoned, shown, onShow }: PaperChoiceProps) {
  return (
    <section className="stack-s" aria-labelledby="est-choice">
      <h3 id="est-choice">Choose one of these options</h3>
      <div className="est-choice">
        {labels.map((label, at) => {
          const option = reckoned[at];
          return (
            <button key={at} type="button" aria-pressed={at === shown} onClick={() => onShow(at)}>
              <span className="grow wrap-anywhere">
                <b>{label}</b>
                <span className="muted block">
                  {option
                    ? `${formatFeet(option.perimeter)} of ${option.materialType}, ${gatesText(option.gateCount)}`
                    : 'No price yet'}
                </span>
              </span>
              {option && <Money cents={option.totalCents} />}
            </button>
          );
        })}
      </div>
    </section>
  );
}
