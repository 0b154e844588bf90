import { ExternalLink } from 'lucide-react';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TAB_LABEL } from '../dashboard/tabs.ts';
import { InstantCard } from '../instant/instant-card.tsx';
import { CodeWizard } from './code-wizard.tsx';
import { FunnelCard } from './funnel-card.tsx';
import { ManualSetup } from './manual-setup.tsx';
import { OwnPageCard } from './own-page-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SitesCard } from './sites-card.tsx';
import { useWidgetSettings } from './use-widget-settings.ts';
import { WidgetPreview } from './widget-preview.tsx';
import './widget.css';
import { useWizardAddress } from './wizard-address.ts';

/** The form's settings, its code in two variants, and a preview (spec, section 2). */
export default function WidgetTab() {
  const { settings, ...changing } = useWidgetSettings();
  const config = trpc.widget.config.useQuery();
  const { way, step, goTo } = useWizardAddress();
  if (settings.data && config.data)
    return (
      <div className="stack gap-6">
        {/* The button is higher than the heading. The heading is where it is on every other page. */}
        <div className="row between -my-1.5 md:-my-1">
          <h1>{TAB_LABEL.widget}</h1>
          <a
            className={buttonClass()}
            href={`/widget-demo?contractor=${encodeURIComponent(config.data.contractorId)}`}
            target="_blank"
            rel="noopener"
          >
            Open demo
            <ExternalLink className="i" aria-hidden />
          </a>
        </div>
        <div className="widget-grid">
          <div className="stack gap-6">
            <SettingsCard settings={settings.data} config={config.data} {...changing} />
            <section aria-labelledby="widget-code" className="stack">
              <h2 id="widget-code">Put it on your website</h2>
              <Tabs
                label="How to get the code"
                value={way}
                onChange={(next) => goTo({ way: next, step: 1 })}
                panelClassName="pt-5"
                tabs={[
                  {
                    value: 'assistant',
                    label: (
                      <>
                        AI Assistant <Badge tone="contacted">recommended</Badge>
                      </>
                    ),
                    content: <CodeWizard config={config.data} />,
                  },
                  { value: 'manual', label: 'Manual Setup', content: <ManualSetup /> },
                ]}
              />
            </section>
            {/* The summary hides the rest until the code exists. The typed values stay in their fields. */}
            <div className="stack gap-6" hidden={way === 'assistant' && step === 2}>
              <InstantCard />
              <FunnelCard priced={config.data.prices !== undefined} />
              <SitesCard settings={settings.data} config={config.data} save={changing.save} />
              <OwnPageCard contractorId={config.data.contractorId} />
            </div>
          </div>
          <WidgetPreview config={config.data} />
        </div>
      </div>
    );
  const failed = settings.error ?? config.error;
  return (
    <div className="stack gap-6">
      <h1>{TAB_LABEL.widget}</h1>
      {failed ? (
        <Banner
          action={
            <Button
              onClick={() => {
                void settings.refetch();
                void config.refetch();
              }}
            >
              Try again
            </Button>
          }
        >
          {problemOf(failed).message}
        </Banner>
      ) : (
        <SkeletonRows rows={5} label="Loading your widget" />
      )}
    </div>
  );
}
