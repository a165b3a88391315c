From Coq Require Import PArray.
Local Open Scope list_scope.
Local Open Scope uint63_scope.
