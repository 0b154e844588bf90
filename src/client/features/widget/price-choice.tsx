import { useId } from 'react';
import { PRICE_CHOICES, PRICE_SETTINGS, priceChoiceOf } from '#shared/features/widget/price-choice.rules.ts';
import type { WidgetSettings } from '#shared/features/widget/widget-settings.schema.ts';
import { PRICE_WORDS } from './price-words.ts';
import type { useWidgetSettings } from './use-widget-settings.ts';

interface PriceChoiceProps extends Pick<ReturnType<typeof useWidgetSettings>, 'save'> {
  settings: WidgetSettings;
}

/** Asks when homeowners see a price: never, after their contact details, or right away. */
export function PriceChoice({ settings, save }: PriceChoiceProps) {
  const id = useId();
  const chosen = priceChoiceOf(settings);
  return (
    <fieldset className="price-choice">
      <legend>When do homeowners see a price?</legend>
      {PRICE_CHOICES.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={id}
            checked={choice === chosen}
            aria-describedby={`${id}-${choice}`}
            aria-labelledby={`${id}-${choice}-label`}
            onChange={() => save(PRICE_SETTINGS[choice])}
          />
          <span>
            <span id={`${id}-${choice}-label`}>{PRICE_WORDS[choice].label}</span>
            <span className="hint" id={`${id}-${choice}`}>
              {PRICE_WORDS[choice].meaning}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
