import { type ChangeEvent, useRef, useState } from 'react';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { initials } from '../dashboard/user-menu.tsx';
import { authSchemas, useUpdateUser } from './use-update-user.ts';

const SIDE = 256;

/** Reads any image that the browser can decode. Crops it to a 256 px square to keep it small. */
export const readPicture = async (file: File): Promise<string> => {
  const image = await createImageBitmap(file);
  const side = Math.min(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const left = (image.width - side) / 2;
  const top = (image.height - side) / 2;
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  image.close();
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
};

const schema = async () => (await authSchemas()).updateUserInput;
const NO_PICTURE = 'This file isn’t an image. Choose a PNG or JPG.';

function Picture({ account: { user } }: { account: AccountView }) {
  const input = useRef<HTMLInputElement>(null);
  const [unreadable, setUnreadable] = useState(false);
  const update = useUpdateUser((saved) =>
    saved.user.avatarUrl === null ? 'Image removed' : user.avatarUrl ? 'Image changed' : 'Image added',
  );
  const error = unreadable ? NO_PICTURE : update.error && problemOf(update.error).message;
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    target.value = '';
    if (!file) return;
    const avatarBase64 = await readPicture(file).catch(() => null);
    setUnreadable(avatarBase64 === null);
    if (avatarBase64 !== null) update.mutate({ avatarBase64 });
  };
  return (
    <div className="stack-s">
      <div className="row flex-wrap">
        <span className="avatar picture" data-initials={user.avatarUrl ? undefined : initials(user.name)}>
          {user.avatarUrl && <img src={user.avatarUrl} alt="You" />}
        </span>
        <input
          ref={input}
          type="file"
          accept="image/*"
          className="sr-only"
          tabIndex={-1}
          aria-label="Image"
          onChange={(event) => void choose(event)}
        />
        <Button working={update.isPending} workingText="Saving..." onClick={() => input.current?.click()}>
          {user.avatarUrl ? 'Change image' : 'Add image'}
        </Button>
        {user.avatarUrl && (
          <Button variant="quiet" onClick={() => !update.isPending && update.mutate({ avatarBase64: null })}>
            Remove image
          </Button>
        )}
      </div>
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

/** The user's name and image. */
export function ProfileSection({ account }: { account: AccountView }) {
  const name = useKeptText(`account:${account.user.id}:name`, account.user.name);
  const update = useUpdateUser('Name saved', name.forget);
  const { form, field, errors, failure, working } = useForm({
    values: { name: name.text },
    type: (change) => name.type(change.name ?? name.text),
    schema,
    submit: (values) => update.mutate(values),
    call: update,
  });
  return (
    <section aria-labelledby="profile-title">
      <h2 id="profile-title">Profile</h2>
      <Picture account={account} />
      <form {...form} className="stack" aria-label="Name">
        <FormProblem problem={failure} />
        <Field label="Your name" error={errors['name']}>
          <Input {...field('name')} autoComplete="name" />
        </Field>
        <Button type="submit" className="justify-self-start" working={working} workingText="Saving...">
          Save name
        </Button>
      </form>
    </section>
  );
}
