import { useState } from 'react';
import { discountWords, type Offer } from '#shared/features/estimates/offer-price.rules.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';

/**
 * The question that is asked once, before a company's first follow-ups start: does the default message keep its offer?
 * Only members who may change the settings are asked.
 */
export const useOfferQuestion = (onDecided: (keep: boolean) => void) => {
  const { manage } = useMay();
  const utils = trpc.useUtils();
  const [pressed, setPressed] = useState(false);
  const { data } = trpc.workflow.offerQuestion.useQuery();
  const call = trpc.workflow.decideOffer.useMutation({
    onSuccess: (workflow, { keep }) => {
      utils.workflow.get.setData(undefined, workflow);
      utils.workflow.offerQuestion.setData(undefined, { asks: false, offer: null });
      onDecided(keep);
    },
    onError: (error) => sayFailed('Failed to update workflow settings', error),
  });
  const offer = manage && data?.asks ? data.offer : null;
  return {
    /** The offer in question. Null if nothing is asked. */
    offer,
    /** Whether the member tried to start follow-ups before answering. */
    pressed,
    /** Returns true if the question still has to be answered, and then says so. */
    mustAnswer: (): boolean => {
      setPressed(offer !== null);
      return offer !== null;
    },
    deciding: call.isPending,
    decide: (keep: boolean) => call.mutate({ keep }),
  };
};

interface OfferQuestionProps {
  offer: Offer;
  pressed: boolean;
  deciding: boolean;
  decide: (keep: boolean) => void;
}

/** The question with its two answers. */
export function OfferQuestion({ offer, pressed, deciding, decide }: OfferQuestionProps) {
  return (
    <Note tone="pine">
      <div className="stack-s">
        <p>
          <b>Keep the offer in your last message?</b> It takes {discountWords(offer)} for {offer.days}{' '}
          {offer.days === 1 ? 'day' : 'days'}, on the estimate’s page too.
        </p>
        <div className="row flex-wrap">
          <Button working={deciding} workingText="Saving..." onClick={() => decide(true)}>
            Keep the offer
          </Button>
          <Button disabled={deciding} onClick={() => decide(false)}>
            Leave it out
          </Button>
        </div>
        {pressed && <FieldError>Choose one of these first</FieldError>}
      </div>
    </Note>
  );
}
