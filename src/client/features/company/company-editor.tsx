import { Eye } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { useForm } from '../../lib/form.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { SettingsFor } from '../team/settings-for.tsx';
import { CompanyFields } from './company-fields.tsx';
import { changedLabels, changesOf, type CompanyForm, companyFormOf, FIELD_LABEL } from './company-form.rules.ts';
import { CompanyToDo } from './company-to-do.tsx';
import { LogoField } from './logo-field.tsx';

const CompanyPreview = lazyPart(() => import('./company-preview.tsx'));
const schema = async () =>
  (await import('#shared/features/company/company-edits.schema.ts')).companyUpdateInput.omit({ was: true });

const useSaveCompany = (form: ReturnType<typeof useSettingsForm<CompanyForm>>) => {
  const utils = trpc.useUtils();
  const [freshEmail, setFreshEmail] = useState<string | null>(null);
  const update = trpc.company.update.useMutation({
    onSuccess: (saved, { email }) => {
      if (email !== undefined) setFreshEmail(saved.pendingEmail);
      utils.company.get.setData(undefined, saved);
      form.saved({ sent: form.values, stored: companyFormOf(saved) });
      // The session contains the company's name and contractor id too, so it's refreshed.
      void utils.auth.session.invalidate();
      toast.done('Company information saved successfully!');
    },
    onError: () => void utils.company.get.invalidate(),
  });
  return { update, freshEmail };
};

interface CompanyEditorProps {
  company: CompanyView;
  /** The rest of the section, below the form. The save bar stays visible while this part is scrolled. */
  children: ReactNode;
}

/** On phones, the button is below the fields, because the section's title right above is hidden there. */
const Preview = (props: { className: string; onClick: () => void }) => (
  <Button icon={<Eye className="i" aria-hidden />} {...props}>
    Preview Estimate
  </Button>
);

/** The company's details with a save bar, the logo, and a preview of an estimate. */
export function CompanyEditor({ company, children }: CompanyEditorProps) {
  const id = useId();
  const [previewing, setPreviewing] = useState(false);
  const stored = companyFormOf(company);
  const settings = useSettingsForm({ key: `company:${useCompanyId()}`, stored });
  const { update, freshEmail } = useSaveCompany(settings);
  const checked = useForm({
    values: settings.values,
    type: settings.type,
    schema,
    submit: (values) => update.mutate(changesOf(values, company)),
    call: update,
  });
  return (
    <div className="stack max-w-[680px] gap-8">
      <SettingsFor>
        <form {...checked.form} id={id} className="stack" aria-labelledby="company-title">
          <CompanyToDo company={company} />
          <div className="row between flex-wrap max-md:contents md:mt-2">
            {/* On phones, the choice of the section right above already says it. */}
            <h2 id="company-title" className="max-md:sr-only">
              Company
            </h2>
            <Preview className="desk" onClick={() => setPreviewing(true)} />
          </div>
          <LogoField logoUrl={company.logoUrl} />
          <FormProblem problem={checked.failure} />
          {settings.newer.map((name) => (
            <NewerNote
              key={name}
              what={FIELD_LABEL[name]}
              now={stored[name] || 'nothing'}
              onTake={() => settings.type({ [name]: stored[name] })}
            />
          ))}
          <CompanyFields
            company={company}
            form={checked}
            values={settings.values}
            freshEmail={freshEmail}
            dirty={settings.dirty}
          />
          <Preview className="phone justify-self-start" onClick={() => setPreviewing(true)} />
          {previewing && (
            <Suspense fallback={null}>
              <CompanyPreview typed={settings.values} company={company} onClose={() => setPreviewing(false)} />
            </Suspense>
          )}
        </form>
      </SettingsFor>
      {children}
      <SaveBar
        form={id}
        dirty={settings.dirty}
        what="your company details"
        changed={changedLabels(settings.values, settings.unsaved)}
        label="Save company"
        saving={checked.working}
        onDiscard={() => {
          settings.reset();
          checked.clear();
        }}
      />
    </div>
  );
}
