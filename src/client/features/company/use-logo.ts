import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { hasSvgText, LOGO_BYTES, LOGO_REFUSAL, LOGO_TEXT_NOTE } from '#shared/features/company/logo.limits.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { type Answers, trpc } from '../../lib/trpc.ts';
import { createUploadClient, readBase64 } from '../../lib/upload.ts';
import { toast } from '../../ui/toast.ts';

const MB = 1024 * 1024;
const UNREADABLE = 'We couldn’t read this file. Choose it again.';

/** Returns an error if the file is too large. The server checks the file type, based on the content. */
const faultOf = (file: File): string | undefined =>
  file.size > LOGO_BYTES ? `This file is ${(file.size / MB).toFixed(1)} MB. ${LOGO_REFUSAL}.` : undefined;

/** Uploads, removes and restores the company's logo. Each action is saved immediately, without the form's save bar. */
export const useLogo = () => {
  const utils = trpc.useUtils();
  const [share, setShare] = useState(0);
  const [fault, setFault] = useState<string>();
  const [note, setNote] = useState<string>();
  const show = (company: Answers['company']['get']) => utils.company.get.setData(undefined, company);

  const upload = useMutation({
    mutationFn: ({ dataBase64 }: { dataBase64: string; hasText: boolean }) =>
      createUploadClient(setShare).company.uploadLogo.mutate({ dataBase64 }),
    onMutate: () => setShare(0),
    onSuccess: (company, { hasText }) => {
      show(company);
      if (hasText) setNote(LOGO_TEXT_NOTE);
      toast.done('Logo uploaded successfully');
    },
  });
  const restore = trpc.company.restoreLogo.useMutation({
    onSuccess: show,
    onError: (error) => sayFailed('We couldn’t restore the logo', error),
  });
  const remove = trpc.company.removeLogo.useMutation({
    onMutate: () => ({ logoUrl: utils.company.get.getData()?.logoUrl ?? null }),
    onSuccess: (company, _nothing, { logoUrl }) => {
      show(company);
      const action = logoUrl !== null && { label: 'Undo', onClick: () => restore.mutate({ logoUrl }) };
      toast.done('Logo removed', action ? { action } : {});
    },
    onError: (error) => sayFailed('We couldn’t remove the logo', error),
  });

  const choose = async (file: File) => {
    if (upload.isPending) return;
    upload.reset();
    const found = faultOf(file);
    const dataBase64 = found === undefined ? await readBase64(file).catch(() => null) : null;
    setFault(found ?? (dataBase64 === null ? UNREADABLE : undefined));
    setNote(undefined);
    if (dataBase64 !== null) upload.mutate({ dataBase64, hasText: hasSvgText(await file.text()) });
  };
  return {
    choose,
    remove: () => !remove.isPending && remove.mutate(),
    uploading: upload.isPending,
    /** How much of the file has been uploaded, from 0 to 1. */
    share,
    /** A hint about the uploaded logo. */
    note,
    error: fault ?? (upload.error ? problemOf(upload.error).message : undefined),
  };
};
