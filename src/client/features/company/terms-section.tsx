import { useState } from 'react';
import type { Language } from '#shared/primitives/language.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TermsEditor, type TermsMode } from './terms-editor.tsx';

/**
 * The terms for future estimates in both languages (spec, section 2). Estimates that were already sent keep their
 * terms.
 */
export default function TermsSection() {
  const terms = trpc.terms.get.useQuery();
  const [language, setLanguage] = useState<Language>('en');
  const [mode, setMode] = useState<TermsMode>('edit');
  if (terms.data)
    return (
      <div className="stack">
        <div className="row between flex-wrap max-w-[680px]">
          <h2 id="terms-title">Terms and conditions</h2>
          <div className="row flex-wrap terms-ways">
            <Segmented
              label="Terms language"
              value={language}
              onChange={setLanguage}
              options={[
                { value: 'en', label: 'English' },
                { value: 'es', label: 'Spanish' },
              ]}
            />
            <Segmented
              label="Terms and conditions"
              value={mode}
              onChange={setMode}
              options={[
                { value: 'edit', label: 'Edit' },
                { value: 'preview', label: 'Preview' },
              ]}
            />
          </div>
        </div>
        <TermsEditor
          key={language}
          language={language}
          mode={mode}
          onEdit={() => setMode('edit')}
          stored={language === 'es' ? terms.data.spanish : terms.data.text}
        />
      </div>
    );
  if (terms.isPending) return <SkeletonRows rows={6} label="Loading your terms" />;
  return (
    <Banner action={<Button onClick={() => void terms.refetch()}>Try again</Button>}>
      {problemOf(terms.error).message}
    </Banner>
  );
}
