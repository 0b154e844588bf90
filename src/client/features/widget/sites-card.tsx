import { useState } from 'react';
import { CircleCheck, CircleX, History } from 'lucide-react';
import { defaultPausedText, MOST_PAUSED_TEXT } from '#shared/features/widget/paused.rules.ts';
import type { WidgetSettings } from '#shared/features/widget/widget-settings.schema.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { SiteCheck } from '#shared/features/widget/check-site.schema.ts';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { DomainsForm } from './domains-form.tsx';
import { FeatureSwitch } from './feature-switch.tsx';
import type { useWidgetSettings } from './use-widget-settings.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';

const RESULT = {
  yes: { title: 'Found', icon: CircleCheck },
  old: { title: 'Found, with an earlier ID', icon: History },
  no: { title: 'Not found', icon: CircleX },
} as const;

function Result({ check }: { check: SiteCheck }) {
  const { title, icon: Icon } = RESULT[check.found];
  return (
    <div className={`note ${check.found === 'yes' ? 'note-chalk' : 'note-pine'}`} role="status">
      <Icon className="i" aria-hidden />
      <div className="grow">
        <b>{title}.</b> {check.detail}
      </div>
    </div>
  );
}

/** Checks whether one of the contractor's pages contains the form. */
function CheckSite() {
  const [values, setValues] = useState({ url: '' });
  const check = trpc.widget.checkSite.useMutation();
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => {
      setValues((before) => ({ ...before, ...change }));
      if (check.data) check.reset();
    },
    rules: NO_RULES,
    submit: (now) => check.mutate(now),
    call: check,
  });
  return (
    <form {...form} className="stack-s">
      <Field label="Check my site" error={errors['url'] ?? failure?.message} hint="The page where you added your form.">
        <span className="with-button">
          <Input {...field('url')} type="url" inputMode="url" autoComplete="url" placeholder="acmefence.com/estimate" />
          <Button type="submit" working={working}>
            Check
          </Button>
        </span>
      </Field>
      {check.data && <Result check={check.data} />}
    </form>
  );
}

type Save = ReturnType<typeof useWidgetSettings>['save'];

/** The message that visitors see while the form is paused. It's saved when its field loses focus. */
function PausedText({ settings, config, save }: { settings: WidgetSettings; config: WidgetConfig; save: Save }) {
  const [text, setText] = useState<string | null>(null);
  const leave = () => {
    if (text !== null && text.trim() !== settings.pausedText) save({ pausedText: text });
    setText(null);
  };
  return (
    <Field label="Message to visitors" optional hint="Leave it empty to use the text shown in gray.">
      <Textarea
        value={text ?? settings.pausedText}
        placeholder={defaultPausedText({ name: config.companyName, phone: config.phone })}
        maxLength={MOST_PAUSED_TEXT}
        rows={2}
        onChange={(event) => setText(event.target.value)}
        onBlur={leave}
      />
    </Field>
  );
}

interface SitesCardProps {
  settings: WidgetSettings;
  config: WidgetConfig;
  save: Save;
}

/**
 * Lists the websites that are allowed to show the form. Also checks a page for the form, and has a switch that pauses
 * the form.
 */
export function SitesCard({ settings, config, save }: SitesCardProps) {
  return (
    <section className="card pad stack" aria-labelledby="widget-sites">
      <h2 id="widget-sites">Where it appears</h2>
      <CheckSite />
      <DomainsForm domains={settings.allowedDomains} />
      <FeatureSwitch label="Pause the form" checked={settings.paused} onChange={(paused) => save({ paused })}>
        {settings.paused
          ? 'The form is paused. Visitors see a message instead, and no requests come in.'
          : 'The form is accepting requests. Pause it while you’re booked up or away.'}
      </FeatureSwitch>
      {settings.paused && <PausedText settings={settings} config={config} save={save} />}
    </section>
  );
}
