import { type ReactNode, useId } from 'react';
import type { WidgetSettings } from '#shared/features/widget/widget-settings.schema.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { PRICE_CHOICES, PRICE_SETTINGS, priceChoiceOf } from '#shared/features/widget/price-choice.rules.ts';
import { productName } from '../../lib/product.ts';
import { Link } from '../../lib/router.tsx';
import { Note } from '../../ui/banner.tsx';
import { sectionAddress, tabAddress } from '../dashboard/tabs.ts';
import { ColorField } from './color-field.tsx';
import { FeatureSwitch } from './feature-switch.tsx';
import type { useWidgetSettings } from './use-widget-settings.ts';
import { PRICE_WORDS } from './price-words.ts';

interface PriceChoiceProps extends Pick<ReturnType<typeof useWidgetSettings>, 'save'> {
  settings: WidgetSettings;
}

/** Asks when homeowners see a price: never, after their contact details, or right away. */
function PriceChoice({ settings, save }: PriceChoiceProps) {
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

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** The color and the logo. If the plan doesn't include them, says so and links to the plans. */
function Branding({ config, settings, save }: Pick<SettingsCardProps, 'config' | 'settings' | 'save'>) {
  if (config.poweredBy)
    return (
      <Note tone="chalk">
        <b>Your own color and logo, and no “Powered by {productName},”</b> come with the Pro plan. Until you upgrade,
        the form is {config.primaryColor}. <Link to={sectionAddress('account')}>See plans</Link>
      </Note>
    );
  return (
    <>
      <ColorField value={settings.primaryColor} onSave={(primaryColor) => save({ primaryColor })} />
      <p className="sm muted">
        {config.logoUrl === null ? 'No logo yet. ' : 'Your logo appears above the contact details. '}
        <Link to={sectionAddress('company')}>{config.logoUrl === null ? 'Upload your logo' : 'Change it'}</Link>
      </p>
    </>
  );
}

/** Describes which materials the form offers, and why some may be missing. */
function materialWords({ materialSelection }: WidgetSettings, { materials, poweredBy }: WidgetConfig): ReactNode {
  const first = materials[0];
  if (!first)
    return (
      <>
        You don’t have any materials yet. <Link to={tabAddress('pricing')}>Add materials</Link>
      </>
    );
  const basic = poweredBy ? ' On Starter, your form offers only basic materials. The others come with Pro.' : '';
  return materialSelection
    ? `Homeowners choose from ${list.format(materials.map(({ name }) => name))}.${basic}`
    : `Every price is for your first material, ${first.name}.${basic}`;
}

interface SettingsCardProps extends Pick<ReturnType<typeof useWidgetSettings>, 'save' | 'saving' | 'saved'> {
  settings: WidgetSettings;
  config: WidgetConfig;
}

/**
 * The settings for the form's behavior and appearance. Each change is saved immediately and takes effect on every page
 * with the form.
 */
export function SettingsCard({ settings, config, save, saving, saved }: SettingsCardProps) {
  return (
    <section className="stack gap-3" aria-labelledby="widget-settings">
      <div className="row between items-baseline">
        <h2 id="widget-settings">Your form</h2>
        <output className="xs muted">
          {saving ? 'Saving...' : saved ? 'Saved' : 'Changes are saved automatically'}
        </output>
      </div>
      <div className="card pad stack">
        <div className="features">
          <PriceChoice settings={settings} save={save} />
          <FeatureSwitch
            label="Material selection"
            checked={settings.materialSelection}
            onChange={(materialSelection) => save({ materialSelection })}
          >
            {materialWords(settings, config)}
          </FeatureSwitch>
        </div>
        <Branding config={config} settings={settings} save={save} />
      </div>
    </section>
  );
}
