import { CircleCheck, CircleX, History } from 'lucide-react';
import { useState } from 'react';
import type { SiteCheck } from '#shared/features/widget/check-site.schema.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

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
export function CheckSite() {
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
