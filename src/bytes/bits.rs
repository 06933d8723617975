// SPDX-License-Identifier: MIT OR Apache-2.0
//! Sets of named bits.

/// Defines a type that is a set of bits, each with a name. The number that C sees is the sum of the bits.
macro_rules! bits {
    ($(#[$about:meta])* $set:ident: $repr:ty { $($(#[$detail:meta])* $bit:ident = $value:expr;)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $set(pub(crate) $repr);

        impl $set {
            $($(#[$detail])* pub const $bit: Self = Self($value);)*

            /// The empty set.
            pub const NONE: Self = Self(0);

            /// Returns the set as the sum that C sees.
            pub const fn bits(self) -> $repr {
                self.0
            }

            /// True if the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// True if all members of `other` are in this set.
            pub const fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Returns the members as sets of one bit each, in the order of their bits.
            pub fn iter(self) -> impl Iterator<Item = Self> {
                [$(Self::$bit),*].into_iter().filter(move |bit| self.contains(*bit))
            }
        }

        impl TryFrom<$repr> for $set {
            type Error = crate::error::Error;

            /// Returns the set whose sum is `bits`. Fails with `Argument` if a bit has no name.
            fn try_from(bits: $repr) -> Result<Self, Self::Error> {
                let known = $($value)|*;
                if bits & !known == 0 { Ok(Self(bits)) } else { Err(crate::error::Error::Argument) }
            }
        }

        impl core::ops::BitOr for $set {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl core::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl core::fmt::Debug for $set {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(concat!(stringify!($set), "("))?;
                let mut separator = "";
                for (bit, name) in [$((Self::$bit, stringify!($bit))),*] {
                    if self.contains(bit) {
                        f.write_str(separator)?;
                        f.write_str(name)?;
                        separator = " | ";
                    }
                }
                f.write_str(")")
            }
        }
    };
}

pub(crate) use bits;

/// Returns `bit` if a condition is true, otherwise the empty set.
pub(crate) fn bit<S: Default>(condition: bool, bit: S) -> S {
    if condition { bit } else { S::default() }
}
