/** @file All features, in the order of the rail. A new one is imported and added here and nowhere else. */
import type { ComponentType } from 'react';
import type { Feature, SignInProps } from './feature.ts';

/** The features, top to bottom. */
export const features: readonly Feature[] = [];

/** The screen for everybody who is not signed in. */
export const SignInScreen: ComponentType<SignInProps> | null = null;
