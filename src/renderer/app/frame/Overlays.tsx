import { LeaveConfirmation } from '../profiles/LeaveConfirmation.tsx';
import { ProxyQuestions } from '../profiles/ProxyQuestions.tsx';
import { Toasts } from '../toasts/Toasts.tsx';

/** What is shown above any screen: toasts, the sign-in to a proxy, and the confirmation before typed text is lost. */
export function Overlays() {
  return (
    <>
      <Toasts />
      <ProxyQuestions />
      <LeaveConfirmation />
    </>
  );
}
