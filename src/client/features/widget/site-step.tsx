import { useId } from 'react';
import { PLATFORM_LABEL, PLATFORMS, POPULAR_PLATFORM } from '#shared/features/widget/platforms.ts';
import { useForm } from '../../lib/form.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** The first step's typed values. */
export interface Site extends Record<string, string> {
  websiteUrl: string;
  platform: string;
}

const schema = async () => (await import('#shared/features/widget/widget-code.schema.ts')).generateCodeInput;

interface SiteStepProps {
  site: Site;
  type: (change: Partial<Site>) => void;
  onDone: () => void;
}

/** The first step: where the form will appear. Both answers are required (spec, section 5). */
export function SiteStep({ site, type, onDone }: SiteStepProps) {
  const errorId = useId();
  const { form, field, errors, change } = useForm<Site>({
    values: site,
    type,
    schema,
    submit: (values) => {
      // Normalizes the URL: acme.com becomes https://acme.com/.
      void schema().then((input) => {
        type({ websiteUrl: input.parse(values).websiteUrl });
        onDone();
      });
    },
  });
  return (
    <form {...form} className="stack" aria-label="Your website">
      <Field
        label="Website address"
        error={errors['websiteUrl']}
        hint="The website where the form will go, such as acmefence.com"
      >
        <Input {...field('websiteUrl')} inputMode="url" autoComplete="url" autoCapitalize="none" spellCheck={false} />
      </Field>
      <fieldset className="field" aria-describedby={errors['platform'] ? errorId : undefined}>
        <legend className="label">What is your website built with?</legend>
        <div className="platforms" data-wrong={errors['platform'] ? true : undefined}>
          {PLATFORMS.map((id) => (
            <label key={id}>
              <input
                type="radio"
                name="platform"
                value={id}
                checked={site.platform === id}
                onChange={() => change('platform', id)}
              />
              <span>{PLATFORM_LABEL[id]}</span>
              {id === POPULAR_PLATFORM && <Badge>popular</Badge>}
            </label>
          ))}
        </div>
        {errors['platform'] && <FieldError id={errorId}>{errors['platform']}</FieldError>}
      </fieldset>
      <div className="row justify-end">
        <Button variant="primary" type="submit">
          Continue
        </Button>
      </div>
    </form>
  );
}
