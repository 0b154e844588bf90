import { sentences } from '#shared/primitives/sentence.ts';
import { Suspense, useMemo, useRef, useState } from 'react';
import { type ColumnMapping, missingColumns } from '#shared/features/leads/lead-csv.known-columns.ts';
import type { CsvFile } from '#shared/features/leads/lead-csv.file.ts';
import { mappingOf, withHeading } from '#shared/features/leads/lead-csv.recognize-columns.ts';
import { localDateOf } from '#shared/primitives/local-date.ts';
import { useTimeZone } from '../../lib/company.ts';
import { lazyPart } from '../../lib/parts.ts';
import { browserZone } from '../../lib/dates.ts';
import type { Problem } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { Banner } from '../../ui/banner.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { ImportCheck } from './import-check.tsx';
import { ImportChoose } from './import-choose.tsx';
import './import.css';
import { previewOf } from './import-file.ts';
import { ImportFoot } from './import-foot.tsx';
import { ImportSummary } from './import-summary.tsx';
import { useImport } from './use-import.ts';

const StartManyDialog = lazyPart(() => import('../follow-ups/start-many-dialog.tsx'));

interface Source {
  name: string;
  file: CsvFile;
  mapping: ColumnMapping;
}

const STOP = {
  title: 'Stop the import?',
  words: 'Leads already added are kept. Import the same file again to add the rest. No one is added twice.',
  action: 'Stop the import',
};

/** Imports leads from a CSV file in four steps: choose, check, add, result. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { zone = browserZone() } = useTimeZone();
  const [source, setSource] = useState<Source | null>(null);
  const [pasted, setPasted] = useState('');
  const [duplicates, setDuplicates] = useState<'skip' | 'add'>('skip');
  const [refused, setRefused] = useState(false);
  const [following, setFollowing] = useState(false);
  const fileInput = useRef<HTMLInputElement>(null);
  const run = useImport();
  const { state, start } = run;
  const today = localDateOf(useNow(), zone);
  const preview = useMemo(() => source && previewOf(source.file, source.mapping, today), [source, today]);
  const { stage } = state;
  const done = stage === 'done' || stage === 'stopped';
  const going = stage === 'running' || stage === 'failed';
  const cannot =
    source && (missingColumns(source.mapping) ?? (preview?.ready.length === 0 ? 'No rows can be added' : null));

  const begin = () => {
    setRefused(Boolean(cannot));
    if (!cannot && preview) start(preview.ready, duplicates);
  };
  const change = (mapping: ColumnMapping) => {
    setRefused(false);
    setSource((before) => before && { ...before, mapping });
  };

  const chooseHeading = (number: number | null) => {
    setRefused(false);
    setSource((before) => {
      if (!before) return before;
      const file = withHeading(before.file, number);
      return { ...before, file, mapping: mappingOf(file) };
    });
  };

  if (following)
    return (
      <Suspense fallback={null}>
        <StartManyDialog leads={state.result.added} onClose={onClose} />
      </Suspense>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      width={source ? 720 : 520}
      title={source ? `Import ${source.name}` : 'Import leads'}
      dirty={going || (source !== null && !done)}
      {...(going && { asks: STOP })}
      bodyClassName="pad stack"
      footer={
        <ImportFoot
          run={run}
          ready={preview?.ready.length ?? 0}
          rows={source?.file.rows.length ?? null}
          onChoose={() => fileInput.current?.click()}
          onBack={() => setSource(null)}
          onBegin={begin}
          onClose={onClose}
        />
      }
    >
      {stage === 'failed' && state.problem && <Failed problem={state.problem} />}
      {!source && (
        <ImportChoose
          fileInput={fileInput}
          pasted={pasted}
          onPaste={setPasted}
          onChosen={({ name, file }) => setSource({ name, file, mapping: mappingOf(file) })}
        />
      )}
      {source && preview && !done && (
        // The form is inert during the import, so that a second button press has no effect.
        <div className="stack" inert={going}>
          {refused && cannot && <FieldError>{cannot}.</FieldError>}
          <ImportCheck
            file={source.file}
            mapping={source.mapping}
            onChange={change}
            onHeading={chooseHeading}
            preview={preview}
            duplicates={duplicates}
            onDuplicates={setDuplicates}
          />
        </div>
      )}
      {done && source && preview && (
        <ImportSummary
          state={state}
          head={source.file.head}
          wrong={[...preview.wrong, ...state.result.wrong]}
          onFollowUp={() => setFollowing(true)}
        />
      )}
    </Dialog>
  );
}

const Failed = ({ problem }: { problem: Problem }) => (
  <Banner>{sentences(problem.message)} Your file is still here. Continuing won’t create duplicates.</Banner>
);
