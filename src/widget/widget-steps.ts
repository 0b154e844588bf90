import { isMoreFine } from './features/ask-more.ts';
import { checksIn, isFine, watch } from './features/checks.ts';
import { contactStep } from './features/contact-step.ts';
import { priceInWords } from './features/price.ts';
import { askUnlikely, lengthHelp } from './features/length-help.ts';
import css from './steps.css?inline';
import { wordsAt } from './words/step-words.ts';

// The first script created this object and is waiting for this script to fill it.
if (window.Picket)
  window.Picket.steps = {
    css,
    price: priceInWords,
    watchLength: (field) => watch(field, checksIn(wordsAt(field)).perimeter),
    checkLength: (field) => {
      const words = wordsAt(field);
      return isFine(field, checksIn(words).perimeter) && isMoreFine(field) && !askUnlikely(words, field);
    },
    help: (button, field) => lengthHelp(wordsAt(field), button, field),
    contact: contactStep,
  };
