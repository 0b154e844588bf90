import { checkPerimeter, isFine, watch } from './features/checks.ts';
import { contactStep } from './features/contact-step.ts';
import { priceInWords } from './features/price.ts';
import { askUnlikely, lengthHelp } from './features/length-help.ts';
import css from './steps.css?inline';

// the first script put the object there and waits for this one
if (window.Picket)
  window.Picket.steps = {
    css,
    price: priceInWords,
    watchLength: (field) => watch(field, checkPerimeter),
    checkLength: (field) => isFine(field, checkPerimeter) && !askUnlikely(field),
    help: lengthHelp,
    contact: contactStep,
  };
