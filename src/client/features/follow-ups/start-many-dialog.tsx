import { sentences } from '#shared/primitives/sentence.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { NextStep } from '../../ui/next-step.tsx';
import { counted } from '../leads/import-words.ts';
import './follow-ups.css';
import { OfferQuestion, useOfferQuestion } from './offer-question.tsx';
import { PickLeads } from './pick-leads.tsx';
import type { ChosenLead } from './start-many.rules.ts';
import './start-many.css';
import { LeftOut, StartCheck } from './start-many-result.tsx';
import { type StartState, useStartMany } from './use-start-many.ts';

const TITLE = 'Start follow-ups';

/** Starts the company's default follow-ups for several leads: those in `leads`, or those selected in the dialog. */
export default function StartManyDialog({ leads, onClose }: { leads?: readonly ChosenLead[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenLead>>(new Map());
  const [picked, setPicked] = useState(leads);
  const [nobody, setNobody] = useState(false);
  if (picked)
    return <StartDialog leads={picked} onClose={onClose} {...(!leads && { onBack: () => setPicked(undefined) })} />;
  const next = () => (chosen.size === 0 ? setNobody(true) : setPicked([...chosen.values()]));
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={TITLE}
      dirty={false}
      bodyClassName="pad stack pick-body"
      footer={
        <>
          <span className="grow">
            <span className={chosen.size === 0 ? 'sm muted' : 'sr-only'} role="status">
              {nobody && chosen.size === 0 ? 'Choose a lead first' : `${counted(chosen.size, 'lead')} chosen`}
            </span>
          </span>
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" onClick={next}>
            {chosen.size === 0 ? 'Continue' : `Continue with ${counted(chosen.size, 'lead')}`}
          </Button>
        </>
      }
    >
      <p className="sm muted">
        Choose leads. Before anything is sent, you’ll see which of them can get{' '}
        <span className="whitespace-nowrap">follow-ups.</span>
      </p>
      <PickLeads chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}

interface StartProps {
  leads: readonly ChosenLead[];
  onClose: () => void;
  /** Goes back to selecting leads. Undefined if the leads weren't selected in this dialog. */
  onBack?: () => void;
}

/** First shows which leads can get follow-ups, then the progress, and then the result. */
function StartDialog({ leads, onClose, onBack }: StartProps) {
  const { state, check, start } = useStartMany(leads);
  const question = useOfferQuestion(() => undefined);
  const begin = useEffectEvent(() => check(null));
  useEffect(() => begin(), []);
  const { stage, summary, problem } = state;
  const going = stage === 'running';
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={TITLE}
      dirty={going}
      {...(going && { asks: STOP })}
      bodyClassName="pad stack"
      footer={
        <Foot
          state={state}
          leads={leads.length}
          again={() => check(state.channel)}
          start={() => !question.mustAnswer() && start()}
          {...{ onBack, onClose }}
        />
      }
    >
      {problem && (
        <Banner action={<NextStep problem={problem} />}>
          {sentences(problem.message)} Follow-ups already started stay active. No one is messaged twice.
        </Banner>
      )}
      {(stage === 'checking' || stage === 'ready') && <StartCheck state={state} onChannel={check} />}
      {stage === 'ready' && question.offer && <OfferQuestion {...question} offer={question.offer} />}
      {going && <p>Starting follow-ups for {counted(state.total, 'lead')}.</p>}
      {stage === 'done' && (
        <>
          <p role="status" className="total-s">
            Follow-ups started for {counted(summary.started.length, 'lead')}
          </p>
          <LeftOut summary={summary} done />
        </>
      )}
    </Dialog>
  );
}

const STOP = {
  title: 'Close while follow-ups are being started?',
  words: 'Follow-ups already started stay active. Start the rest later. No one is messaged twice.',
  action: 'Close',
};

interface FootProps extends Pick<StartProps, 'onClose'> {
  state: StartState;
  leads: number;
  start: () => void;
  again: () => void;
  onBack: (() => void) | undefined;
}

function Foot({ state, start, again, onBack, onClose }: FootProps) {
  const { stage, answered, total, summary } = state;
  if (stage === 'done')
    return (
      <>
        <span className="grow" />
        <Button variant="primary" onClick={(event) => event.detail < 2 && onClose()}>
          Done
        </Button>
      </>
    );
  if (stage === 'running')
    return (
      <div className="row grow">
        <progress className="grow" value={answered} max={Math.max(total, 1)} aria-label="Starting follow-ups" />
        <span role="status" className="sm num">
          {answered.toLocaleString('en-US')} of {counted(total, 'lead')}
        </span>
      </div>
    );
  const count = summary.started.length;
  return (
    <>
      <span className="grow" />
      {onBack && <Button onClick={onBack}>Back</Button>}
      <DialogClose asChild>
        <Button>Cancel</Button>
      </DialogClose>
      {stage === 'failed' && (
        <Button variant="primary" onClick={again}>
          Try again
        </Button>
      )}
      {stage === 'ready' && count > 0 && (
        <Button variant="primary" onClick={start}>
          Start for {counted(count, 'lead')}
        </Button>
      )}
    </>
  );
}
