import { Copy, Download, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { useCompany } from '../../lib/company.ts';
import { copyText } from '../../lib/copy-text.ts';
import type { Problem } from '../../lib/errors.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

const zipsIn = (text: string): string[] => text.split(/[\s,;]+/).filter((zip) => zip !== '');

const atFields = ({ fields }: Problem) => {
  const errors: Record<string, string> = {};
  for (const [path, message] of Object.entries(fields))
    errors[path.startsWith('serviceZips') ? 'zips' : path] ??= message;
  return errors;
};

/** The fields for the opening hours and the service area. The hosted page shows both. */
function PageFacts({ company }: { company: CompanyView }) {
  const utils = trpc.useUtils();
  const stored = { hours: company.hours, zips: company.serviceZips.join(', ') };
  const [typed, setTyped] = useState<Partial<typeof stored>>({});
  const update = trpc.company.update.useMutation({
    onSuccess: (saved) => {
      utils.company.get.setData(undefined, saved);
      setTyped({});
      toast.done('Page saved');
    },
  });
  const values = { ...stored, ...typed };
  const { form, field, errors, failure, working } = useForm({
    values,
    type: (change) => setTyped((before) => ({ ...before, ...change })),
    rules: NO_RULES,
    submit: ({ hours, zips }) => update.mutate({ hours, serviceZips: zipsIn(zips) }),
    call: update,
    refusals: atFields,
  });
  return (
    <form {...form} className="stack">
      <Field label="Hours" optional error={errors['hours']}>
        <Textarea {...field('hours')} rows={2} maxLength={300} placeholder="Mon to Fri, 8 AM to 5 PM" />
      </Field>
      <Field
        label="ZIP codes you work in"
        optional
        error={errors['zips'] ?? failure?.message}
        hint="Your page lists the towns in these ZIP codes."
      >
        <Input {...field('zips')} inputMode="numeric" autoComplete="off" placeholder="83702, 83704" />
      </Field>
      {Object.keys(typed).length > 0 && (
        <Button type="submit" className="justify-self-start" working={working}>
          Save
        </Button>
      )}
    </form>
  );
}

/** The company's hosted page and its QR code, for contractors without a website (`/w/:contractorId`). */
export function OwnPageCard({ contractorId }: { contractorId: string }) {
  const company = useCompany();
  const path = `/w/${encodeURIComponent(contractorId)}`;
  const address = `${location.origin}${path}`;
  const copy = async () => {
    if (await copyText(address)) toast.done('Link copied');
    else toast.error('Your browser blocked copying', { detail: address });
  };
  return (
    <section className="card pad stack" aria-labelledby="own-page">
      <h2 id="own-page">No website? Use your own page</h2>
      <p className="sm muted measure">
        This page has your form on it, in English or Spanish, depending on the visitor’s browser. Share its link, or
        print the QR code for a yard sign or a truck door.
      </p>
      <div className="own-page">
        <img src={`${path}/qr.svg`} alt={`QR code for ${address}`} width={132} height={132} loading="lazy" />
        <div className="stack-s min-w-0">
          <a href={path} target="_blank" rel="noopener" className="break-anywhere">
            {address} <ExternalLink className="i" aria-hidden />
          </a>
          <div className="row flex-wrap">
            <Button icon={<Copy className="i" aria-hidden />} onClick={() => void copy()}>
              Copy link
            </Button>
            <a className={buttonClass()} href={`${path}/qr.pdf`} target="_blank" rel="noopener">
              <Download className="i" aria-hidden />
              Print (PDF)
            </a>
            <a
              className={buttonClass('quiet')}
              href={`${path}/qr.pdf?lang=es`}
              hrefLang="es"
              target="_blank"
              rel="noopener"
            >
              Print in Spanish
            </a>
            <a className={buttonClass('quiet')} href={`${path}/qr.svg`} download={`${contractorId}-qr.svg`}>
              SVG
            </a>
          </div>
        </div>
      </div>
      {company.data && <PageFacts company={company.data} />}
    </section>
  );
}
