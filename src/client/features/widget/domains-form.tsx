import { useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { Problem } from '../../lib/errors.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The server names an invalid domain by its index ('allowedDomains.2'), but here all domains share one field. */
const atDomains = ({ fields }: Problem): FieldErrors => {
  const [first] = Object.entries(fields).filter(([path]) => path.startsWith('allowedDomains'));
  return first ? { domains: first[1] } : {};
};

/** The list of websites that are allowed to show the form. An empty list allows every website. */
export function DomainsForm({ domains }: { domains: readonly string[] }) {
  const utils = trpc.useUtils();
  const [typed, setTyped] = useState<string | null>(null);
  const update = trpc.widget.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.widget.settings.setData(undefined, saved);
      // Replaces a request that was sent before this change was saved.
      void utils.widget.settings.invalidate();
      setTyped(null);
      toast.done('Websites saved');
    },
  });
  const values = { domains: typed ?? domains.join('\n') };
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => change.domains !== undefined && setTyped(change.domains),
    rules: NO_RULES,
    submit: (now) => update.mutate({ allowedDomains: linesOf(now.domains) }),
    call: update,
    refusals: atDomains,
  });
  return (
    <form {...form} className="stack-s">
      <Field
        label="Your websites"
        optional
        error={errors['domains'] ?? failure?.message}
        hint="One per line, such as acmefence.com or *.acmefence.com. Only listed websites can show your form, and requests from other websites are held in Review. An empty list allows every website."
      >
        <Textarea
          {...field('domains')}
          rows={Math.min(6, Math.max(2, domains.length + 1))}
          spellCheck={false}
          autoCapitalize="off"
        />
      </Field>
      {typed !== null && (
        <Button type="submit" className="justify-self-start" working={working}>
          Save websites
        </Button>
      )}
    </form>
  );
}
