import { classNames } from '../../components/layout/class-names.ts';
import pageStyles from '../../components/layout/Page.module.css';
import { PickPane, type PickPaneProps } from './PickPane.tsx';
import styles from './SignIn.module.css';
import { SignInForm, type SignInFormProps } from './SignInForm.tsx';

interface SignInCardProps {
  readonly pick: PickPaneProps;
  readonly form: SignInFormProps;
}

/** The choice of a profile beside the form of the chosen one. */
export function SignInCard({ pick, form }: SignInCardProps) {
  return (
    <div className={classNames(pageStyles.card, styles.card)}>
      <PickPane {...pick} />
      <SignInForm key={form.entry.id} {...form} />
    </div>
  );
}
