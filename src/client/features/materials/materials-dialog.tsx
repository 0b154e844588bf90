import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import type { EstimateListItem } from '#shared/features/estimates/estimates.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { type Language, readLanguage } from '#shared/primitives/language.ts';
import { problemOf } from '../../lib/errors.ts';
import { recall, remember } from '../../lib/remember.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { materialsCsv } from './materials-csv.ts';
import { MaterialsList } from './materials-list.tsx';
import { useTicks } from './use-ticks.ts';
import { materialsWords } from './words.ts';
import './materials.css';

interface MaterialsDialogProps {
  leadId: string;
  open: boolean;
  onClose: () => void;
}

const WIDTH = 720;
/** Where this browser keeps the list's language. */
const LANGUAGE = 'materials-language';
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
] as const;

interface LoadedProps extends Omit<MaterialsDialogProps, 'leadId'> {
  lead: LeadView;
  estimate: EstimateListItem;
}

function Loaded({ lead, estimate, open, onClose }: LoadedProps) {
  const { options, acceptance } = estimate;
  const [optionId, setOptionId] = useState(acceptance?.optionId ?? options[0]?.id ?? estimate.id);
  const [language, setLanguage] = useState<Language>(() => readLanguage(recall(LANGUAGE)) ?? 'en');
  const choose = (chosen: Language) => {
    remember(LANGUAGE, chosen);
    setLanguage(chosen);
  };
  const words = materialsWords(language);
  const ticks = useTicks(`${estimate.id}:${optionId}`);
  const query = trpc.estimates.materials.useQuery(
    { estimateId: estimate.id, language, ...(options.length > 1 && { optionId }) },
    { placeholderData: (before) => before },
  );
  const fence = options.find(({ id }) => id === optionId)?.fence;
  const runNames = (fence && !fence.plain ? fence.runs : []).map(
    ({ label }, at) => label ?? words.run({ number: at + 1 }),
  );
  const list = query.data;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      width={WIDTH}
      title={words.title}
      bodyClassName="pad"
      footer={
        list && (
          <>
            <Button
              className="ml-auto"
              icon={<Download className="i" aria-hidden />}
              onClick={() => saveFile(`materials-${estimate.number}.csv`, materialsCsv(list, words, runNames))}
            >
              {words.download}
            </Button>
            <Button variant="primary" icon={<Printer className="i" aria-hidden />} onClick={() => print()}>
              {words.print}
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        <div className="row between flex-wrap gap-3">
          <div className="grow min-w-52" lang={language}>
            <b className="wrap-anywhere">{lead.name}</b>
            <p className="sm muted wrap-anywhere">{lead.address}</p>
            <p className="sm muted num">{words.estimate({ number: estimate.number })}</p>
          </div>
          <div className="mat-screen">
            <Segmented label={words.language} value={language} onChange={choose} options={LANGUAGES} />
          </div>
        </div>
        {options.length > 1 && (
          <Field label={words.option}>
            <Select value={optionId} onChange={(event) => setOptionId(event.target.value)}>
              {options.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {list ? (
          <MaterialsList list={list} language={language} words={words} runNames={runNames} ticks={ticks} />
        ) : query.isError ? (
          <Banner action={<Button onClick={() => void query.refetch()}>Try again</Button>}>
            {problemOf(query.error).message}
          </Banner>
        ) : (
          <SkeletonRows rows={6} height={44} label="Counting the materials" />
        )}
      </div>
    </Dialog>
  );
}

/** The list of materials of a lead's newest estimate, for the yard: on the screen, on paper and as a file. */
export default function MaterialsDialog({ leadId, open, onClose }: MaterialsDialogProps) {
  const lead = trpc.leads.get.useQuery({ leadId });
  const versions = trpc.estimates.listForLead.useQuery({ leadId });
  const [newest] = versions.data ?? [];
  if (lead.data && newest) return <Loaded lead={lead.data} estimate={newest} open={open} onClose={onClose} />;
  const failed = [lead, versions].find((query) => query.isError);
  return (
    <Dialog open={open} onClose={onClose} width={WIDTH} title={materialsWords('en').title} bodyClassName="pad">
      {failed ? (
        <Banner action={<Button onClick={() => void failed.refetch()}>Try again</Button>}>
          {problemOf(failed.error).message}
        </Banner>
      ) : versions.data ? (
        <p className="muted">Send an estimate first. Its list of materials then appears here.</p>
      ) : (
        <SkeletonRows rows={6} height={44} label="Counting the materials" />
      )}
    </Dialog>
  );
}
