import { Pencil, Plus, Trash } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { AgentFact, UnansweredView } from '#shared/features/agent/agent.schema.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { problemOf } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import type { FactDraft } from './fact-dialog.tsx';

const FactDialog = lazyPart(() => import('./fact-dialog.tsx'));

/** Common questions from homeowners. The contractor writes the answers. Picket doesn't suggest answers. */
const USUAL_QUESTIONS = [
  'Do you remove the old fence?',
  'Are you licensed and insured?',
  'How long does the work take?',
  'Who gets the permit?',
  'Do you offer a warranty?',
  'Which areas do you serve?',
];

const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Deletes an answer and offers an undo. */
function useDelete() {
  const utils = trpc.useUtils();
  const invalidate = () => utils.agent.facts.invalidate();
  const save = trpc.agent.facts.save.useMutation({ onSettled: invalidate });
  const remove = trpc.agent.facts.delete.useMutation({
    onSettled: invalidate,
    onError: (error) => toast.error('We couldn’t delete the answer', { detail: sentences(problemOf(error).message) }),
  });
  return ({ id, question, answer }: AgentFact) =>
    remove.mutate(
      { id },
      {
        onSuccess: () =>
          toast.done('Answer deleted', {
            detail: question,
            action: { label: 'Undo', onClick: () => save.mutate({ question, answer }) },
          }),
      },
    );
}

function Answers({ facts, onEdit }: { facts: readonly AgentFact[]; onEdit: (fact: FactDraft) => void }) {
  const remove = useDelete();
  return (
    <section className="stack-s" aria-labelledby="answers-title">
      <h3 id="answers-title">Your answers</h3>
      <ul className="ag-facts">
        {facts.map((fact) => (
          <li key={fact.id}>
            <div className="grow min-w-0">
              <b className="block">{fact.question}</b>
              <p className="muted whitespace-pre-line">{fact.answer}</p>
            </div>
            <IconButton label={`Edit “${fact.question}”`} onClick={() => onEdit(fact)}>
              <Pencil className="i" aria-hidden />
            </IconButton>
            <IconButton label={`Delete “${fact.question}”`} onClick={() => remove(fact)}>
              <Trash className="i" aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unanswered({ asked, onAnswer }: { asked: readonly UnansweredView[]; onAnswer: (fact: FactDraft) => void }) {
  const utils = trpc.useUtils();
  const dismiss = trpc.agent.dismissUnanswered.useMutation({
    onSettled: () => utils.agent.unanswered.invalidate(),
    onError: (error) =>
      toast.error('We couldn’t dismiss the question', { detail: sentences(problemOf(error).message) }),
  });
  const distinct = asked.filter((one, at) => asked.findIndex(({ question }) => same(question, one.question)) === at);
  return (
    <section className="stack-s" aria-labelledby="unanswered-title">
      <h3 id="unanswered-title">Questions the agent couldn’t answer</h3>
      <ul className="ag-facts">
        {distinct.map(({ id, question }) => {
          const times = asked.filter((each) => same(each.question, question)).length;
          return (
            <li key={id} className="flex-wrap">
              <p className="grow basis-56">
                {question}
                {times > 1 && <span className="muted">{` (asked ${times} times)`}</span>}
              </p>
              <div className="row gap-2">
                <Button onClick={() => onAnswer({ question, answer: '', answers: id })}>Answer</Button>
                <Button variant="quiet" onClick={() => dismiss.mutate({ id })}>
                  Dismiss
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The company's questions and answers, and the homeowners' questions that none of the answers covered. */
export function Facts() {
  const facts = trpc.agent.facts.list.useQuery();
  const asked = trpc.agent.unanswered.useQuery();
  const [draft, setDraft] = useState<FactDraft | null>(null);
  const failed = facts.error ?? asked.error;
  if (failed && !(facts.data && asked.data))
    return (
      <Banner action={<Button onClick={() => void Promise.all([facts.refetch(), asked.refetch()])}>Try again</Button>}>
        <b>We couldn’t load the questions and answers.</b> {sentences(problemOf(failed).message)}
      </Banner>
    );
  if (!facts.data || !asked.data) return <SkeletonRows rows={3} height={64} label="Loading your answers" />;
  const open = USUAL_QUESTIONS.filter((question) => !facts.data.some((fact) => same(fact.question, question)));
  return (
    <section className="stack gap-6" aria-labelledby="facts-title">
      <div className="stack-s">
        <div className="row between gap-2">
          <h2 id="facts-title">Questions and answers</h2>
          <Button icon={<Plus className="i" aria-hidden />} onClick={() => setDraft({ question: '', answer: '' })}>
            Add answer
          </Button>
        </div>
        <p className="muted">The agent uses only these answers, your prices, your materials and your terms.</p>
      </div>
      {asked.data.length > 0 && <Unanswered asked={asked.data} onAnswer={setDraft} />}
      {facts.data.length > 0 && <Answers facts={facts.data} onEdit={setDraft} />}
      {open.length > 0 && (
        <section className="stack-s" aria-labelledby="usual-title">
          <h3 id="usual-title">Homeowners often ask</h3>
          <p className="sm muted">Choose a question to add your answer.</p>
          <div className="row flex-wrap gap-2">
            {open.map((question) => (
              <Button
                key={question}
                icon={<Plus className="i" aria-hidden />}
                onClick={() => setDraft({ question, answer: '' })}
              >
                {question}
              </Button>
            ))}
          </div>
        </section>
      )}
      {draft && (
        <Suspense fallback={null}>
          <FactDialog fact={draft} onClose={() => setDraft(null)} />
        </Suspense>
      )}
    </section>
  );
}
