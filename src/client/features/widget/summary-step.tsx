import type { ReactNode } from 'react';
import { PLATFORM_LABEL, PLATFORMS } from '#shared/features/widget/platforms.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Problem } from '../../lib/errors.ts';
import { Link } from '../../lib/router.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { sectionAddress, tabAddress } from '../dashboard/tabs.ts';
import type { Site } from './site-step.tsx';

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

const featuresOf = ({ instantQuotes, priceGating, materialSelection }: WidgetConfig): string => {
  const on = [
    instantQuotes && 'instant quotes',
    priceGating && 'price gating',
    materialSelection && 'material selection',
  ].filter((name) => name !== false);
  const words = list.format(on) || 'none turned on';
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const materialsOf = ({ materials, materialSelection }: WidgetConfig): string => {
  if (!materials[0]) return 'None yet';
  return materialSelection ? `${materials.length} to choose from` : `Only your first one, ${materials[0].name}`;
};

/** One value, with a link to change it. */
function Fact({ name, children, change }: { name: string; children: ReactNode; change?: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {change && <dd className="change">{change}</dd>}
    </div>
  );
}

interface SummaryStepProps {
  site: Site;
  config: WidgetConfig;
  problem: Problem | null;
  working: boolean;
  onBack: () => void;
  onGenerate: () => void;
}

/** The second step: the values for the code, each with a link to change it. */
export function SummaryStep({ site, config, problem, working, onBack, onGenerate }: SummaryStepProps) {
  const platform = PLATFORMS.find((id) => id === site.platform);
  const toStepOne = (
    <button type="button" className="linkish" onClick={onBack}>
      Change
    </button>
  );
  const toSettings = <a href="#widget-settings">Change</a>;
  return (
    <div className="stack">
      <dl className="facts">
        <Fact name="Website" change={toStepOne}>
          {site.websiteUrl}
        </Fact>
        <Fact name="Made with" change={toStepOne}>
          {platform && PLATFORM_LABEL[platform]}
        </Fact>
        <Fact name="Company" change={<Link to={sectionAddress('company')}>Change</Link>}>
          {config.companyName}
        </Fact>
        <Fact name="Contractor ID">{config.contractorId}</Fact>
        <Fact name="Features" change={toSettings}>
          {featuresOf(config)}
        </Fact>
        <Fact name="Color" change={config.poweredBy ? undefined : toSettings}>
          <i className="swatch" style={{ background: config.primaryColor }} aria-hidden />
          {config.primaryColor}
        </Fact>
        <Fact name="Materials" change={<Link to={tabAddress('pricing')}>Change</Link>}>
          {materialsOf(config)}
        </Fact>
      </dl>
      {problem && <Banner>{problem.message}</Banner>}
      <div className="row between">
        <Button className="-ml-4.25" variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button variant="primary" working={working} workingText="Generating..." onClick={onGenerate}>
          Generate code
        </Button>
      </div>
    </div>
  );
}
