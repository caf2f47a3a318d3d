<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<#import "passkey.ftl" as passkey>
<#assign mistake = messagesPerField.existsError('username','password')>
<@layout.registrationLayout displayMessage=!mistake; section>
  <#if section == "header">
    ${msg("loginAccountTitle")}
  <#elseif section == "form">
    <#if enableWebAuthnConditionalUI?has_content>
    <@passkey.form failed=msg("passkeyNotUsed")/>
    <script type="module" src="${url.resourcesPath}/js/passkey.js"></script>
    </#if>
    <form id="kc-form-login" action="${url.loginAction}" method="post">
      <#assign wrong = mistake?then(messagesPerField.getFirstError('username','password'), "")>
      <#if !usernameHidden??>
        <@fields.input name="username" label=msg("usernameOrEmail") value=(login.username!'') autocomplete="username" focus=true error=wrong/>
        <@fields.input name="password" label=msg("password") key="none" type="password" autocomplete="current-password"/>
      <#else>
        <input type="text" value="${(auth.attemptedUsername)!''}" autocomplete="username" hidden>
        <@fields.input name="password" label=msg("password") key="none" type="password" autocomplete="current-password" focus=true error=wrong/>
      </#if>
      <input type="hidden" id="id-hidden-input" name="credentialId" value="${(auth.selectedCredential)!''}">
      <@fields.submit label=msg("doLogIn")/>
    </form>
    <#if realm.resetPasswordAllowed>
      <p><a href="${url.loginResetCredentialsUrl}">${msg("doForgotPassword")}</a></p>
    </#if>
  </#if>
</@layout.registrationLayout>
